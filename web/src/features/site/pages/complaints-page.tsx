import { brand } from '../../../../../shared/values/brand.ts'
import { Alert } from '../../../ui/alert.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { PageBody } from './page-body.tsx'
import styles from './pages.module.css'

const email = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>

const needed = [
  'your name',
  'your contact details',
  'your agency, if you have one',
  'the adviser you dealt with',
  'the issue',
  'dates, and copies of documents that bear on it',
  'the outcome that you would like',
] as const

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
      <li>
        <div>
          <h2>Informal resolution</h2>
          <p>Send an e-mail to {email}. We will arrange a phone call and try to settle the matter at once.</p>
        </div>
      </li>
      <li>
        <div>
          <h2>Formal written complaint</h2>
          <p>If that does not settle it, write to the same address. Please tell us:</p>
          <ul>
            {needed.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </li>
      <li>
        <div>
          <h2>Acknowledgement</h2>
          <p>
            We acknowledge your complaint within 3 working days and say who is dealing with it. A working day
            is any day but a Saturday, a Sunday or a bank holiday in England and Wales.
          </p>
        </div>
      </li>
      <li>
        <div>
          <h2>Full written response</h2>
          <p>
            We aim to send you a full written response within 14 working days of the acknowledgement. If we
            need longer, we tell you why and until when.
          </p>
        </div>
      </li>
      <li>
        <div>
          <h2>Further steps</h2>
          <p>
            If you are not satisfied, tell us why. We look at the matter again, and may propose independent
            mediation.
          </p>
        </div>
      </li>
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
