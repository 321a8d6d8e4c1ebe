import { brand, claims } from '../../../../../shared/values/brand.ts'
import { advisors, credentials, values, type Advisor } from '../../../content/about.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import styles from './pages.module.css'

const AdvisorCard = ({ id, role, summary, background, expertise, sample, door, number }: Advisor) => (
  <li>
    <Card>
      <div className={styles.person}>
        <Door colour={door} number={number} height={108} lit />
        <div>
          <h3>{role}</h3>
          <p>{summary}</p>
          {sample ? (
            <p className={styles.tags}>
              <Badge>Sample profile</Badge>
            </p>
          ) : null}
          <Button variant="secondary" size="small" command="show-modal" commandfor={id}>
            Background and expertise
            <span className="visually-hidden">: {role}</span>
          </Button>
        </div>
      </div>
    </Card>
    <Sheet id={id} title={role}>
      <div className={styles.sheetText}>
        <h3>Background</h3>
        {background.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <h3>Key expertise</h3>
        <ul>
          {expertise.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      </div>
    </Sheet>
  </li>
)

const Values = () => (
  <section className={styles.part}>
    <h2>Our Values</h2>
    <ul className={`${styles.cards} ${styles.three} ${styles.values}`}>
      {values.map(([name, text]) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
)

/** `/about` */
const AboutPage = () => (
  <PageBody>
    <PageMeta
      title="About"
      description={`Who answers when you write to ${brand.name}: our advisors, our mission and our values.`}
      path="/about"
    />
    <PageHeading
      title="About us"
      lead={`${brand.name} is led by ${brand.expert.name}, ${brand.expert.role}. Behind the chat are people who have let, managed and mediated for a living.`}
    />
    <section>
      <h2 className={styles.partTitle}>Meet the Advisors</h2>
      <ul className={styles.cards}>
        {advisors.map((advisor) => (
          <AdvisorCard key={advisor.id} {...advisor} />
        ))}
      </ul>
    </section>
    <section className={styles.part}>
      <h2>Credentials</h2>
      <ul className={styles.plates}>
        {credentials.map((credential) => (
          <li key={credential}>{credential}</li>
        ))}
      </ul>
      {claims.sample ? <p className={styles.note}>Samples, like the figures on our home page.</p> : null}
    </section>
    <section className={styles.part}>
      <h2>Our Mission</h2>
      <p>
        To put sound lettings advice within reach of everybody who lets a home: quickly enough to use in the
        conversation you are in, and plainly enough to act on.
      </p>
    </section>
    <Values />
  </PageBody>
)

export default AboutPage
