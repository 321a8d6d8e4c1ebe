import { Link } from 'react-router-dom'
import {
  passMinutes,
  type Plan,
  planFacts,
  pounds,
  poundsAndPence,
  unusedPassDays,
} from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { MoneyBack } from '#web/components/money-back.tsx'
import { Door } from '#web/ui/door.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { PricingBlock } from '../home/pricing-block.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import styles from './pages.module.css'

const price = (plan: Plan): string => pounds(planFacts[plan].priceMinor)

/** `/pricing` */
const PricingPage = () => (
  <PageBody>
    <PageMeta
      title="Pricing"
      description={`${price('monthly')} a month or ${price('annual')} a year for live chat advice and the member library, or ${price('one-time')} for one ${passMinutes}-minute chat.`}
      path={paths.pricing}
    />
    <PageHeading
      title="Pricing"
      lead="We have three prices and no extra charges. The price you see is the price you pay."
      drawing={<Door colour="pricing" height={112} />}
    />
    <PricingBlock level={2} />
    <BeforeYouBuy />
  </PageBody>
)

const BeforeYouBuy = () => (
  <section className={styles.part}>
    <h2>Before you buy</h2>
    <ul className={`${styles.cards} ${styles.values}`}>
      <li>
        <h3>When the {passMinutes} minutes start</h3>
        <p>
          They start when a human adviser answers your first message, not when you pay. You can add more time
          in blocks of {passMinutes} minutes. A pass that you haven’t used expires after {unusedPassDays}{' '}
          days.
        </p>
      </li>
      <li>
        <h3>When advisers are available</h3>
        <p>
          {unbroken(
            'Monday to Friday 10:00-16:00 and Saturday 10:00-13:00, London time, except bank holidays. You can buy one-time access during these hours only. You can subscribe at any time.',
          )}
        </p>
      </li>
      <li>
        <h3>What you pay, and when</h3>
        <p>
          All prices include VAT. A subscription is charged when you order it, and again each month (
          {poundsAndPence(planFacts.monthly.priceMinor)}) or each year (
          {poundsAndPence(planFacts.annual.priceMinor)}) until you cancel.{' '}
          {unbroken('One-time access doesn’t renew.')}
        </p>
      </li>
      <li>
        <h3>Money back</h3>
        <p>
          <MoneyBack /> <a href={`${paths.terms}#ending`}>The terms</a> explain how.
        </p>
      </li>
      <li>
        <h3>How to pay</h3>
        <p>
          You order and pay on our payment provider’s page. By placing the order there, you agree to pay,
          accept <Link to={paths.terms}>the terms</Link> and ask us to start at once. We never see your full
          card details.
        </p>
      </li>
      <li>
        <h3>How to cancel</h3>
        <p>
          Cancel from your profile. You keep access until the end of the period you’ve paid for, and we won’t
          charge you again.
        </p>
      </li>
    </ul>
  </section>
)

export default PricingPage
