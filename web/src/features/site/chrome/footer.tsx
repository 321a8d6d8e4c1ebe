import { Link } from 'react-router-dom'
import { brand } from '../../../../../shared/values/brand.ts'
import { OpeningHours } from '../../../content/opening-hours.tsx'
import styles from './footer.module.css'

const links = [
  ['/careers', 'Careers'],
  ['/complaints', 'Complaints'],
  ['/faq', 'FAQ'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const

/** The foot of every page. */
export const Footer = () => (
  <footer className={styles.footer}>
    <div className={styles.inner}>
      <div>
        <p className={styles.brand}>{brand.name}</p>
        <p>{brand.strapline}, England and Wales.</p>
        <p>
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </p>
      </div>
      <div>
        <h2 className={styles.title}>Live chat hours</h2>
        <OpeningHours />
      </div>
      <nav aria-label="Footer">
        <ul className={styles.links}>
          {links.map(([to, label]) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          <li>
            <button type="button" className={styles.linkLike} data-consent-open>
              Cookie settings
            </button>
          </li>
        </ul>
      </nav>
    </div>
    <p className={styles.small}>
      {brand.legalName}, {brand.postalAddress}. We are not solicitors. We give no written advice, do not draft
      or review documents, and do not act in court.
    </p>
  </footer>
)
