import { Link } from 'react-router-dom'
import { brand } from '../../../../../shared/values/brand.ts'
import { OpeningHours } from '../../../content/opening-hours.tsx'
import { Card } from '../../../ui/card.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
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
    <Card title="By e-mail or post">
      <div className={styles.flow}>
        <p>
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </p>
        <address>
          {[brand.legalName, ...brand.postalAddress.split(', ')].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <p>
          Something went wrong? Our <Link to="/complaints">complaints procedure</Link> has five steps.
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
      description="Send us a message, or find our e-mail address and the hours in which our advisers answer the live chat."
      path="/contact"
    />
    <PageHeading
      title="Contact Us"
      lead={
        <>
          For questions about your account, a payment or this site. For advice on a letting, use the{' '}
          <Link to="/livechat">live chat</Link>.
        </>
      }
      drawing={<Door colour="advice" number="1" lit height={112} />}
    />
    <div className={styles.page}>
      <div>
        <h2 className={styles.title}>Write to us</h2>
        <ContactForm />
      </div>
      <Aside />
    </div>
  </PageBody>
)

export default ContactPage
