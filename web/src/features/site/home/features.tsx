import { claims } from '../../../../../shared/values/brand.ts'
import { expertise, features } from '../../../content/home.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Door } from '../../../ui/door.tsx'
import styles from './home.module.css'

const figures = [
  [claims.yearsExperience, 'years of experience'],
  [claims.clientsHelped, 'clients helped'],
  [claims.rating, 'rating'],
  [claims.tvAppearances, 'TV appearances'],
  [claims.countriesCovered, 'countries covered'],
] as const

/** What a member gets, what we know about, and the figures we claim. */
export const Features = () => (
  <section id="features" className={styles.section} aria-labelledby="features-title">
    <h2 id="features-title">What is behind the door</h2>
    <ul className={styles.features}>
      {features.map((feature) => (
        <li key={feature.title}>
          <Door colour={feature.door} state={feature.open ? 'open' : 'closed'} height={84} />
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
        <h3>Where our advisers are at home</h3>
        <ul className={styles.areas}>
          {expertise.map((area) => (
            <li key={area}>{area}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3>What we do not do</h3>
        <p>
          We give no written advice, do not draft or review documents or letters, and do not assist in court.
          For that we point you to one of our partners. Scotland is not covered.
        </p>
      </div>
    </div>
    <dl className={styles.figures}>
      {figures.map(([figure, what]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
    {claims.sample ? (
      <p className={styles.note}>Sample figures: they stand in for those that the operator can show.</p>
    ) : null}
  </section>
)
