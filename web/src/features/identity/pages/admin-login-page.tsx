import { PageMeta } from '#web/ui/page-meta.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { AdminLoginForm } from '../components/admin-login-form.tsx'
import { FormNeedsScript } from '../components/form-needs-script.tsx'
import styles from '../identity.module.css'

/** `/admin-login`: sign-in for admins. Signs everyone else out again. */
const AdminLoginPage = () => (
  <PageBody>
    <PageMeta title="Admin access" description="Sign in to manage the service." />
    <Card className={styles.narrow}>
      <div className={styles.stack}>
        <div>
          <h1 id={pageTitleId} className={styles.stateTitle}>
            Admin access
          </h1>
          <p className={styles.soft}>Restricted area</p>
        </div>
        <FormNeedsScript toDo="sign in" />
        <AdminLoginForm />
      </div>
    </Card>
  </PageBody>
)

export default AdminLoginPage
