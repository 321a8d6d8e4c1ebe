import {
  asSubscriptionPlan,
  planFacts,
  pounds,
  subscriptionPlans,
} from '../../../../../shared/values/plans.ts'
import type { SubscriptionPlan } from '../../../../../shared/values/plans.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'

const saving = pounds(12 * planFacts.monthly.priceMinor - planFacts.annual.priceMinor)

const descriptions: Readonly<Record<SubscriptionPlan, string>> = {
  monthly: 'Full access and chat. Cancel anytime.',
  annual: `Full access and chat. Save ${saving} a year.`,
}

const options = subscriptionPlans.map((plan) => {
  const { name, priceMinor, per } = planFacts[plan]
  return { value: plan, label: `${name} ${pounds(priceMinor)}/${per}`, description: descriptions[plan] }
})

/** The plans. Choosing one is not binding: the plan is paid for, or changed, on the next page. */
export const PlanChoice = ({ onChoose }: { onChoose: (plan: SubscriptionPlan) => void }) => (
  <RadioCards
    label="Your plan"
    name="plan"
    options={options}
    onChange={(event) => {
      const plan = asSubscriptionPlan(event.target.value)
      if (plan) onChoose(plan)
    }}
  />
)
