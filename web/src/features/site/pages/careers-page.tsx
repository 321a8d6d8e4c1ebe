import { applicationsKeptMonths, videos } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { duties, hiringSteps, requirements } from '#web/content/careers.ts'
import { SupportEmail } from '#web/components/support-email.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import { Video } from '../video.tsx'
import styles from './pages.module.css'

const email = <SupportEmail />

const Intro = () => (
  <div className={styles.split}>
    <Video {...videos.careers} />
    <div className={styles.flow}>
      <h2>Our vision</h2>
      <p>No one who lets a home should have to guess what the law says.</p>
      <h2>Our mission</h2>
      <p>
        To give every letting agent and landlord in England and Wales access to someone who knows the law, and
        to give our advisers good work.
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
        <p>
          Answer members’ questions by live chat. Work from wherever suits you, in hours that we agree
          together.
        </p>
        <Button variant="secondary" command="show-modal" commandfor="role">
          About the role
        </Button>
      </div>
    </Card>
    <Sheet id="role" title="Adviceline Adviser">
      <div className={styles.sheetText}>
        <p>
          {unbroken(
            'Flexible, self-employed. Chat hours are Monday to Friday 10:00-16:00 and Saturday 10:00-13:00, except bank holidays.',
          )}
        </p>
        <h3>What you’ll do</h3>
        <ul>
          {duties.map((duty) => (
            <li key={duty}>{duty}</li>
          ))}
        </ul>
        <h3>What you’ll bring</h3>
        <ul>
          {requirements.map((requirement) => (
            <li key={requirement}>{requirement}</li>
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
    'We choose people for what they can do. Age, disability, gender reassignment, marriage or civil partnership, pregnancy or maternity, race, religion or belief, sex and sexual orientation play no part.',
  ],
  ['Accessibility', 'Tell us what you need for a call or a practice chat, and we’ll arrange it.'],
  [
    'Privacy notice',
    `We only use your application to decide whether to offer you work. We delete it ${applicationsKeptMonths} to ${applicationsKeptMonths + 1} months after our decision unless you ask us to keep it.`,
  ],
  ['Agencies', 'We don’t accept unsolicited agency CVs, and we don’t owe a fee for any that we receive.'],
] as const

/** `/careers` */
const CareersPage = () => (
  <PageBody>
    <PageMeta
      title="Careers"
      description="Become an adviser on our live chat: read about the role, how we hire and how to apply."
      path={paths.careers}
    />
    <PageHeading title="Careers" lead="We’re looking for people who know lettings and enjoy explaining it." />
    <Intro />
    <Role />
    <Hiring />
    <section className={styles.part}>
      <h2>How to apply</h2>
      <p>Send an email to {email} with the subject ‘Adviceline Adviser’ and a page about yourself.</p>
    </section>
    <section className={styles.part}>
      <h2 className="visually-hidden">More about applying</h2>
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
