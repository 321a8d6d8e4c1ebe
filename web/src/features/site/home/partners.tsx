import { brand, partners } from '#shared/values/brand.ts'
import { Badge } from '#web/ui/badge.tsx'
import { HangingSign } from './hanging-sign.tsx'
import styles from './home.module.css'

/** Legal and licensing firms that we refer clients to. */
export const Partners = () => (
  <section className={styles.band} aria-labelledby="partners-title">
    <div className={styles.section}>
      <h2 id="partners-title">{brand.partnersTitle}</h2>
      <p className={styles.sectionLead}>
        If you need a solicitor, or help with a licence application, we’ll say so and refer you to one of
        these firms.
      </p>
      <ul className={styles.partners}>
        {partners.map(({ name, work, sample }, index) => (
          <li key={name}>
            <HangingSign initial={name.charAt(0)} index={index} />
            <div>
              <h3>{name}</h3>
              <p>{work}</p>
              {sample ? <Badge>Sample</Badge> : null}
            </div>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
