import { Link } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { OpeningHours } from '#web/components/opening-hours.tsx'
import { SupportEmail } from '#web/components/support-email.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import styles from './footer.module.css'

const { company } = brand

const links = [
  [paths.careers, 'Careers'],
  [paths.complaints, 'Complaints'],
  [paths.faq, 'FAQ'],
  [paths.pricing, 'Pricing'],
  [paths.privacy, 'Privacy'],
  [paths.terms, 'Terms'],
] as const

/** Footer of every page. */
export const Footer = () => (
  <footer className={styles.footer}>
    <div className={styles.inner}>
      <div>
        <p className={styles.brand}>{brand.name}</p>
        <p>{brand.strapline}, England and Wales.</p>
        <p>
          <SupportEmail />
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
          <li data-needs-script>
            <button type="button" className={styles.linkLike} data-consent-open>
              Cookie settings
            </button>
          </li>
        </ul>
      </nav>
    </div>
    <p className={styles.small}>
      {brand.legalName}, {unbroken(brand.postalAddress)}. Registered in {company.registeredIn}, company number{' '}
      {company.number}. VAT number {company.vatNumber}. We’re not solicitors. We don’t give written advice,
      draft or review documents, or act in court.
    </p>
  </footer>
)
