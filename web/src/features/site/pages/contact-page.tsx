import { Link } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { OpeningHours } from '#web/components/opening-hours.tsx'
import { SupportEmail } from '#web/components/support-email.tsx'
import { Card } from '#web/ui/card.tsx'
import { Door } from '#web/ui/door.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import { ContactForm } from '../contact/contact-form.tsx'
import styles from '../contact/contact.module.css'

const Aside = () => (
  <div className={styles.aside}>
    <Card title="Business hours">
      <div className={styles.flow}>
        <OpeningHours />
        <p>All times are London time.</p>
      </div>
    </Card>
    <Card title="Email and post">
      <div className={styles.flow}>
        <p>
          <SupportEmail />
        </p>
        <address>
          {[brand.legalName, ...brand.postalAddress.split(', ')].map((line) => (
            <span key={line}>{unbroken(line)}</span>
          ))}
        </address>
        <p>
          Has something gone wrong? Follow our <Link to={paths.complaints}>complaints procedure</Link>.
        </p>
      </div>
    </Card>
  </div>
)

/** `/contact` */
const ContactPage = () => (
  <PageBody>
    <PageMeta
      title="Contact Us"
      description="Send us a message, or find our email address and our live chat hours."
      path={paths.contact}
    />
    <PageHeading
      title="Contact Us"
      lead={
        <>
          Write to us about your account, a payment or this site. For advice about a letting, use our{' '}
          <Link to={paths.liveChat}>live chat</Link>.
        </>
      }
      drawing={<Door colour="advice" number="1" height={112} />}
    />
    <div className={styles.page}>
      <div>
        <h2 className={styles.title}>Send us a message</h2>
        <ContactForm />
      </div>
      <Aside />
    </div>
  </PageBody>
)

export default ContactPage
