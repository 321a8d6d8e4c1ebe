/** What can be bought. `one-time` is the 30-minute live chat pass; the other two are subscriptions. */
export const plans = ['monthly', 'annual', 'one-time'] as const
export type Plan = (typeof plans)[number]

/** The plans that renew. They are what a Checkout Session of mode `subscription` may sell. */
export const subscriptionPlans = ['monthly', 'annual'] as const
export type SubscriptionPlan = (typeof subscriptionPlans)[number]

export interface PlanFacts {
  readonly name: string
  /** Price in pence, VAT and every other unavoidable charge included. */
  readonly priceMinor: number
  /** The key under which Stripe holds the price: ids differ between accounts, keys do not. */
  readonly lookupKey: string
  readonly per: 'month' | 'year' | 'pass'
}

/** The amounts that we show. A start-up check compares them with what Stripe will charge. */
export const planFacts: Readonly<Record<Plan, PlanFacts>> = {
  monthly: { name: 'Monthly', priceMinor: 50_00, lookupKey: 'advice_monthly', per: 'month' },
  annual: { name: 'Annual', priceMinor: 550_00, lookupKey: 'advice_annual', per: 'year' },
  'one-time': { name: 'One-Time Access', priceMinor: 50_00, lookupKey: 'advice_pass', per: 'pass' },
}

export const currency = 'gbp'

/** How long a pass runs once an adviser has answered, in minutes. Buying again adds the same. */
export const passMinutes = 30

/** How long a paid pass waits for its first answer before it lapses, in days. */
export const unusedPassDays = 30

/** Reads a plan from an address or from browser storage: anything else is no plan. */
export const asSubscriptionPlan = (value: unknown): SubscriptionPlan | undefined =>
  subscriptionPlans.find((plan) => plan === value)

/** `5000` → `£50`, `5050` → `£50.50`. */
export const pounds = (minor: number): string =>
  `£${minor % 100 === 0 ? minor / 100 : (minor / 100).toFixed(2)}`

/** `5000` → `£50.00`. */
export const poundsAndPence = (minor: number): string => `£${(minor / 100).toFixed(2)}`
