import { brand } from '../../../../../shared/values/brand.ts'
import { Card } from '../../../ui/card.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { OpeningHours } from '../opening-hours.tsx'
import { PageBody } from './page-body.tsx'
import styles from './pages.module.css'

/** `/contact` */
const ContactPage = () => (
  <PageBody>
    <PageMeta
      title="Contact Us"
      description="How to reach us by e-mail, and the hours in which our advisers answer the live chat."
      path="/contact"
    />
    <PageHeading
      title="Contact Us"
      lead="For questions about your account, a payment or this site. For advice on a letting, use the live chat."
      drawing={<Door colour="advice" number="1" lit height={112} />}
    />
    <div className={styles.split}>
      <Card title="Business hours">
        <OpeningHours />
        <p style={{ marginBlockStart: 'var(--space-2)' }}>All times are London time.</p>
      </Card>
      <Card title="Write to us">
        <div className={styles.flow}>
          <p>
            <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
          </p>
          <p>We answer on working days, usually the next one.</p>
          <address>
            {brand.legalName}
            <br />
            {brand.postalAddress}
          </address>
        </div>
      </Card>
    </div>
  </PageBody>
)

export default ContactPage
