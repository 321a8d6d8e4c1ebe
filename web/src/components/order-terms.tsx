import { howToStop, nothingLeft, usedPart } from '#shared/values/order-terms.ts'
import { type Plan, planFacts, poundsAndPence } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import styles from './order-terms.module.css'

interface OrderTermsProps {
  readonly plan: Plan
  /** For `aria-describedby` of the button below. */
  readonly id: string
}

const priceText = (plan: Plan): string => {
  const { priceMinor, per } = planFacts[plan]
  const price = poundsAndPence(priceMinor)
  return plan === 'one-time'
    ? `${price} in total, including VAT. It doesn’t renew.`
    : `${price} today, including VAT, and ${price} each ${per} after that, until you cancel.`
}

/** Information that the law requires directly before the button that leads to the payment page. */
export const OrderTerms = ({ plan, id }: OrderTermsProps) => (
  <div className={styles.terms} id={id}>
    <p>
      <strong>{priceText(plan)}</strong> There are no extra fees.
    </p>
    {plan === 'one-time' ? null : <p>{howToStop}</p>}
    <p>
      You can <a href={paths.withdraw}>withdraw within 14 days</a> and get your money back. You’ll ask us to
      start at once, so we’ll keep the price of {usedPart[plan]} and refund the rest. {nothingLeft}
    </p>
    <p>
      By placing the order you agree to pay this price and to our <a href={paths.terms}>terms</a>. You pay on
      our payment provider’s page. We never see your full card details.
    </p>
  </div>
)
