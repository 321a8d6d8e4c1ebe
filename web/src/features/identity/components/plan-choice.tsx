import { asSubscriptionPlan, planFacts, pounds, subscriptionPlans } from '#shared/values/plans.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'

const saving = pounds(12 * planFacts.monthly.priceMinor - planFacts.annual.priceMinor)

const descriptions: Readonly<Record<SubscriptionPlan, string>> = {
  monthly: 'Full access and chat. Cancel anytime.',
  annual: `Full access and chat. Save ${saving} a year.`,
}

const options = subscriptionPlans.map((plan) => {
  const { name, priceMinor, per } = planFacts[plan]
  return { value: plan, label: `${name} ${pounds(priceMinor)}/${per}`, description: descriptions[plan] }
})

/** Plan cards of the sign-up form. The choice is not binding: the user can change it before paying. */
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
