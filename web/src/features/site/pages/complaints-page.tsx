import { acknowledgeWorkingDays } from '#shared/values/inbox.ts'
import * as paths from '#shared/values/site-map.ts'
import { complaintSteps } from '#web/content/complaints.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import styles from './pages.module.css'

/** `/complaints` */
const ComplaintsPage = () => (
  <PageBody>
    <PageMeta
      title="Complaints Procedure"
      description="What to do if something has gone wrong: our five steps, who replies and how soon."
      path={paths.complaints}
    />
    <PageHeading
      title="Complaints Procedure"
      lead="If something has gone wrong, please tell us so that we can put it right. These are the five steps."
    />
    <ol className={styles.steps}>
      {complaintSteps.map(({ title, body }) => (
        <li key={title}>
          <div>
            <h2>{title}</h2>
            {unbroken(body)}
          </div>
        </li>
      ))}
    </ol>
    <section className={styles.part}>
      <h2>Complaints about your personal data</h2>
      <div className={styles.narrow}>
        <Alert>
          You can use the same address to complain about how we use your personal data. We’ll acknowledge your
          complaint within {`${acknowledgeWorkingDays} working days`}, well within the 30 days that the law
          allows. We’ll tell you the outcome without undue delay. You may also complain to the{' '}
          <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner</a>.
        </Alert>
      </div>
    </section>
  </PageBody>
)

export default ComplaintsPage
