import { brand, claims } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { advisers, credentials, values, type Adviser } from '#web/content/about.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Portrait } from '../portrait.tsx'
import about from './about.module.css'
import styles from './pages.module.css'

const AdviserCard = ({ id, role, summary, background, expertise, sample, portrait }: Adviser) => (
  <li>
    <Card>
      <div className={about.adviser}>
        <Portrait of={portrait} />
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
      description={`Meet the advisers at ${brand.name} and read about our mission and our values.`}
      path={paths.about}
    />
    <PageHeading
      title="About us"
      lead={`${brand.name} is led by ${brand.expert.name}, ${brand.expert.role}. Our advisers have worked as ${brand.advisersBackground}.${brand.expert.sample ? ' These details are samples.' : ''}`}
    />
    <section>
      <h2 className={about.partTitle}>Meet the Advisors</h2>
      <ul className={styles.cards}>
        {advisers.map((adviser) => (
          <AdviserCard key={adviser.id} {...adviser} />
        ))}
      </ul>
    </section>
    <section className={styles.part}>
      <h2>Credentials</h2>
      <ul className={about.plates}>
        {credentials.map((credential) => (
          <li key={credential}>{credential}</li>
        ))}
      </ul>
      {claims.sample ? (
        <p className={styles.note}>These credentials are samples, like the figures on our home page.</p>
      ) : null}
    </section>
    <section className={styles.part}>
      <h2>Our Mission</h2>
      <p>
        To give everyone who lets a home sound advice: fast enough to use in the conversation you’re having,
        and clear enough to act on.
      </p>
    </section>
    <Values />
  </PageBody>
)

export default AboutPage
