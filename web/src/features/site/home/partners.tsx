import { partners } from '#shared/values/brand.ts'
import { Badge } from '#web/ui/badge.tsx'
import styles from './home.module.css'

/** Legal and licensing firms that we refer clients to. */
export const Partners = () => (
  <section className={styles.band} aria-labelledby="partners-title">
    <div className={styles.section}>
      <h2 id="partners-title">Trusted partners</h2>
      <p className={styles.sectionLead}>
        If you need a solicitor or a licence application, we’ll tell you and refer you to one of these firms.
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
