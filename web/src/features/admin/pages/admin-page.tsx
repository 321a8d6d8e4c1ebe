import { Navigate } from 'react-router-dom'
import { useAdmin } from '../../../lib/access.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from '../admin.module.css'
import { AdminShell } from '../components/admin-shell.tsx'

/** `/admin/<section>`, for admins only. The server decides again at every call. */
const AdminPage = () => (
  <PageBody>
    <PageMeta title="Admin" description="For those who run the service." />
    <Guarded />
  </PageBody>
)

const Guarded = () => {
  const { user, loading: sessionLoading } = useSession()
  const { isAdmin, loading: roleLoading } = useAdmin()
  if (sessionLoading || (user && roleLoading))
    return (
      <div className={styles.checking}>
        <Spinner label="Checking your access" size={32} />
      </div>
    )
  if (!user) return <Navigate to={paths.login} replace />
  return isAdmin ? <AdminShell /> : <Navigate to={paths.home} replace />
}

export default AdminPage
