import { Door } from '../../../ui/door.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { PricingBlock } from '../home/pricing-block.tsx'
import styles from './pages.module.css'

/** `/pricing` */
const PricingPage = () => (
  <PageBody>
    <PageMeta
      title="Pricing"
      description="£50 a month or £550 a year for live chat advice and the member library, or £50 once for 30 minutes of live chat."
      path="/pricing"
    />
    <PageHeading
      title="Pricing"
      lead="Three prices, nothing added: what you see is what your card is charged."
      drawing={<Door colour="pricing" lit height={112} />}
    />
    <PricingBlock level={2} />
    <section className={styles.part}>
      <h2>Before you buy</h2>
      <ul className={`${styles.cards} ${styles.values}`}>
        <li>
          <h3>When the 30 minutes start</h3>
          <p>
            When a human adviser answers your first message, not when you pay. You can add further blocks of
            30 minutes.
          </p>
        </li>
        <li>
          <h3>When advisers are in</h3>
          <p>
            Monday to Friday 10:00-16:00 and Saturday 10:00-13:00, London time. One-time access is sold in
            these hours only; subscriptions at any time.
          </p>
        </li>
        <li>
          <h3>How you pay</h3>
          <p>By card, with our payment provider. We never see your full card details.</p>
        </li>
        <li>
          <h3>How you leave</h3>
          <p>
            Cancel from your profile. You keep access until the end of the period that you have paid for, and
            nothing more is charged.
          </p>
        </li>
      </ul>
    </section>
  </PageBody>
)

export default PricingPage
