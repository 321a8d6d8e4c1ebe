import { complaintSteps } from '../../../content/complaints.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import styles from './pages.module.css'

/** `/complaints` */
const ComplaintsPage = () => (
  <PageBody>
    <PageMeta
      title="Complaints Procedure"
      description="What to do when something went wrong: five steps, who answers, and how soon."
      path="/complaints"
    />
    <PageHeading
      title="Complaints Procedure"
      lead="If something went wrong, we want to hear it and put it right. These are the five steps."
    />
    <ol className={styles.steps}>
      {complaintSteps.map(({ title, body }) => (
        <li key={title}>
          <div>
            <h2>{title}</h2>
            {body}
          </div>
        </li>
      ))}
    </ol>
    <section className={styles.part}>
      <h2>Complaints about your personal data</h2>
      <div className={styles.narrow}>
        <Alert>
          The same address takes complaints about how we use your personal data. We acknowledge them within 3
          working days, well inside the 30 days that the law allows, and tell you the outcome without undue
          delay. You may also complain to the Information Commissioner at ico.org.uk.
        </Alert>
      </div>
    </section>
  </PageBody>
)

export default ComplaintsPage
