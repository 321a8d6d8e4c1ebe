import { claims } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { commonQuestions, expertise, features } from '#web/content/home.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Drawing } from './drawings.tsx'
import styles from './home.module.css'

const figures = [
  [claims.yearsExperience, 'years of experience'],
  [claims.clientsHelped, 'clients helped'],
  [claims.rating, 'rating'],
  [claims.tvAppearances, 'TV appearances'],
  [claims.countriesCovered, 'countries covered'],
] as const

/** Questions whose answers are free to read. */
const CommonQuestions = () => (
  <div className={styles.limits}>
    <div>
      <h3>Common questions</h3>
      <p>
        Read these answers now, free of charge. Each one says which country it’s for and when we last checked
        it.
      </p>
    </div>
    <ul className={styles.questions}>
      {commonQuestions.map(([id, question]) => (
        <li key={id}>
          {/* The browser goes to the answer, even before the app has loaded its page. */}
          <a href={`${paths.faq}#${id}`}>{question}</a>
        </li>
      ))}
    </ul>
  </div>
)

/** Features, areas of expertise, common questions, limits of the service and claimed figures. */
export const Features = () => (
  <section id="features" className={styles.section} aria-labelledby="features-title">
    <h2 id="features-title">What you get</h2>
    <ul className={styles.features}>
      {features.map((feature) => (
        <li key={feature.title}>
          <Drawing name={feature.drawing} />
          <div>
            <h3>{feature.title}</h3>
            <p>{feature.text}</p>
            {feature.comingSoon ? <Badge>Coming soon</Badge> : null}
          </div>
        </li>
      ))}
    </ul>
    <div className={styles.limits}>
      <div>
        <h3>Areas of expertise</h3>
        <p>Our advisers answer questions on all of these subjects.</p>
      </div>
      <ul className={styles.bells}>
        {expertise.map((area) => (
          <li key={area}>{area}</li>
        ))}
      </ul>
    </div>
    <CommonQuestions />
    <div className={styles.limits}>
      <h3>What we don’t do</h3>
      <p>
        We don’t give written advice, draft or review documents or letters, or assist in court. If you need
        that, we’ll refer you to one of our partners. We don’t cover Scotland.
      </p>
    </div>
    <dl className={styles.figures}>
      {figures.map(([figure, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
    {claims.sample ? (
      <p className={styles.note}>These are sample figures. The operator will replace them with its own.</p>
    ) : null}
  </section>
)
