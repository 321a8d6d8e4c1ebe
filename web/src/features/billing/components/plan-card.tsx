import { planFacts, pounds, poundsAndPence } from '../../../../../shared/values/plans.ts'
import type { SubscriptionPlan } from '../../../../../shared/values/plans.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Price } from '../../../ui/price.tsx'
import { Points } from '../../../ui/points.tsx'
import styles from '../billing.module.css'

interface PlanCardProps {
  plan: SubscriptionPlan
  /** Its payment page is being opened. */
  opening: boolean
  /** Another plan's payment page is being opened, or it is not known yet whether one is needed. */
  disabled: boolean
  onChoose: (plan: SubscriptionPlan) => void
}

const saving = pounds(12 * planFacts.monthly.priceMinor - planFacts.annual.priceMinor)

const highlights: Readonly<Record<SubscriptionPlan, string>> = {
  monthly: 'Full access + chat',
  annual: `Save ${saving}`,
}

const points: Readonly<Record<SubscriptionPlan, readonly string[]>> = {
  monthly: ['Live chat with advisers', "The members' library", 'Cancel anytime'],
  annual: ['Live chat with advisers', "The members' library", 'Everything in monthly, paid once a year'],
}

/** One subscription: what it costs, what it includes, and the way to pay. */
export const PlanCard = ({ plan, opening, disabled, onChoose }: PlanCardProps) => {
  const { name, priceMinor, per } = planFacts[plan]
  return (
    <Card title={name} className={styles.plan}>
      <Price priceMinor={priceMinor} per={`/${per}`} />
      <p className={styles.highlight}>{highlights[plan]}</p>
      <Points items={points[plan]} />
      <p className={styles.soft}>
        {poundsAndPence(priceMinor)} charged each {per}. Nothing is added at the till.
      </p>
      <Button wide loading={opening} disabled={disabled} onClick={() => onChoose(plan)}>
        Choose {name.toLowerCase()}
      </Button>
    </Card>
  )
}
