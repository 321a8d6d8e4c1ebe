import { applicationsKeptMonths, brand, films } from '../../../../../shared/values/brand.ts'
import { duties, hiringSteps, wanted } from '../../../content/careers.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Video } from '../video.tsx'
import styles from './pages.module.css'

const email = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>

const Intro = () => (
  <div className={styles.split}>
    <Video {...films.careers} />
    <div className={styles.flow}>
      <h2>Our vision</h2>
      <p>That nobody who lets a home has to guess at the law.</p>
      <h2>Our mission</h2>
      <p>
        To put a knowledgeable person within reach of every letting agent and landlord in England and Wales,
        and to make that good work for the person who answers.
      </p>
    </div>
  </div>
)

const Role = () => (
  <section className={styles.part}>
    <h2>Open role</h2>
    <Card title="Adviceline Adviser" level={3} className={styles.narrow}>
      <div className={styles.flow}>
        <p className={styles.tags}>
          <Badge>Flexible, self-employed</Badge>
        </p>
        <p>Answer members by live chat, from wherever you work best, in hours that we agree together.</p>
        <Button variant="secondary" command="show-modal" commandfor="role">
          About the role
        </Button>
      </div>
    </Card>
    <Sheet id="role" title="Adviceline Adviser">
      <div className={styles.sheetText}>
        <p>Flexible, self-employed. Chat hours are Monday to Friday 10:00-16:00 and Saturday 10:00-13:00.</p>
        <h3>What you do</h3>
        <ul>
          {duties.map((duty) => (
            <li key={duty}>{duty}</li>
          ))}
        </ul>
        <h3>What you bring</h3>
        <ul>
          {wanted.map((quality) => (
            <li key={quality}>{quality}</li>
          ))}
        </ul>
        <p>To apply, write to {email}.</p>
      </div>
    </Sheet>
  </section>
)

const Hiring = () => (
  <section className={styles.part}>
    <h2>How we hire</h2>
    <ol className={styles.steps}>
      {hiringSteps.map(([title, text]) => (
        <li key={title}>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)

const notes = [
  [
    'Equal opportunities',
    'We choose by what you can do. Age, disability, gender reassignment, marriage or civil partnership, pregnancy or maternity, race, religion or belief, sex and sexual orientation play no part.',
  ],
  ['Accessibility', 'Tell us what you need for a call or a practice chat, and we arrange it.'],
  [
    'Privacy notice',
    `We use your application to decide on it and for nothing else, and delete it ${applicationsKeptMonths} months after our decision unless you ask us to keep it.`,
  ],
  ['Agencies', 'We accept no unsolicited agency CVs, and no fee is owed for any that reach us.'],
] as const

/** `/careers` */
const CareersPage = () => (
  <PageBody>
    <PageMeta
      title="Careers"
      description="Become an adviser on our live chat line: the role, how we hire, and how to apply."
      path="/careers"
    />
    <PageHeading title="Careers" lead="We look for people who know lettings and like to explain it." />
    <Intro />
    <Role />
    <Hiring />
    <section className={styles.part}>
      <h2>How to apply</h2>
      <p>Send an e-mail to {email} with the subject ‘Adviceline Adviser’ and a page about yourself.</p>
    </section>
    <section className={styles.part}>
      <h2 className="visually-hidden">Good to know</h2>
      <ul className={`${styles.cards} ${styles.values}`}>
        {notes.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  </PageBody>
)

export default CareersPage
