import { planFacts, pounds, type SubscriptionPlan } from '#shared/values/plans.ts'
import { OrderTerms } from '#web/components/order-terms.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Card } from '#web/ui/card.tsx'
import { Price } from '#web/ui/price.tsx'
import { Points } from '#web/ui/points.tsx'
import styles from '../subscriptions.module.css'

interface PlanCardProps {
  plan: SubscriptionPlan
  /** True if the user chose this plan before signing in. */
  chosen: boolean
  /** True if its payment page is being opened. */
  opening: boolean
  /** True if another plan's payment page is being opened, or the access status is not known yet. */
  disabled: boolean
  onChoose: (plan: SubscriptionPlan) => void
}

const saving = pounds(12 * planFacts.monthly.priceMinor - planFacts.annual.priceMinor)

const highlights: Readonly<Record<SubscriptionPlan, string>> = {
  monthly: 'Full access + chat',
  annual: `Save ${saving}`,
}

const points: Readonly<Record<SubscriptionPlan, readonly string[]>> = {
  monthly: ['Live chat with advisers', 'The member library', 'Cancel anytime'],
  annual: ['Live chat with advisers', 'The member library', 'One payment a year'],
}

/** A plan with its price, its contents and the button to pay for it. */
export const PlanCard = ({ plan, chosen, opening, disabled, onChoose }: PlanCardProps) => {
  const { name, priceMinor, per } = planFacts[plan]
  return (
    <Card title={name} className={classNames(styles.plan, chosen && styles.chosen)}>
      {chosen ? <Badge tone="brick">Your choice</Badge> : null}
      <Price priceMinor={priceMinor} per={`/${per}`} />
      <p className={styles.highlight}>{highlights[plan]}</p>
      <Points items={points[plan]} />
      <OrderTerms plan={plan} id={`terms-${plan}`} />
      <Button
        wide
        loading={opening}
        disabled={disabled}
        onClick={() => onChoose(plan)}
        aria-describedby={`terms-${plan}`}
      >
        Choose {name.toLowerCase()} and pay {pounds(priceMinor)}
      </Button>
    </Card>
  )
}
