import { brand } from '#shared/values/brand.ts'
import { currency, planFacts, plans, type Plan, vatPercent } from '#shared/values/plans.ts'
import type { PriceDefinition } from '#local/stripe/account/catalogue.ts'

const intervals: Readonly<Record<Plan, PriceDefinition['interval']>> = {
  monthly: 'month',
  annual: 'year',
  'one-time': null,
}

/** The prices of the Stripe account, which are the prices that the pages show. */
export const prices: readonly PriceDefinition[] = plans.map((plan) => ({
  lookupKey: planFacts[plan].lookupKey,
  unitAmount: planFacts[plan].priceMinor,
  currency,
  interval: intervals[plan],
  productName: `${brand.name} ${planFacts[plan].name}`,
  vatPercent,
}))
