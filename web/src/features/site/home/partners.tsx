import { partners } from '../../../../../shared/values/brand.ts'
import { Badge } from '../../../ui/badge.tsx'
import styles from './home.module.css'

/** Firms that we refer people to. */
export const Partners = () => (
  <section className={styles.band} aria-labelledby="partners-title">
    <div className={styles.section}>
      <h2 id="partners-title">Trusted partners</h2>
      <p className={styles.sectionLead}>
        When a matter needs a solicitor or a licence application, we say so and refer you.
      </p>
      <ul className={styles.partners}>
        {partners.map(({ name, work, sample }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{work}</p>
            {sample ? <Badge>Sample</Badge> : null}
          </li>
        ))}
      </ul>
    </div>
  </section>
)
