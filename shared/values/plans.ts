/** The products for sale. `one-time` is the 30-minute chat pass; the others are subscriptions. */
export const plans = ['monthly', 'annual', 'one-time'] as const
export type Plan = (typeof plans)[number]

/** Plans that renew. Only these can be sold by a Checkout Session of mode `subscription`. */
export const subscriptionPlans = ['monthly', 'annual'] as const
export type SubscriptionPlan = (typeof subscriptionPlans)[number]

export interface PlanFacts {
  readonly name: string
  /** Price in pence, including VAT and every other mandatory charge. */
  readonly priceMinor: number
  /** Stripe lookup key of the price. Unlike ids, it is the same in every Stripe account. */
  readonly lookupKey: string
  readonly per: 'month' | 'year' | 'pass'
}

/** The prices that pages show. `npm run deploy` and the nightly `check-prices` compare them with Stripe's. */
export const planFacts: Readonly<Record<Plan, PlanFacts>> = {
  monthly: { name: 'Monthly', priceMinor: 50_00, lookupKey: 'advice_monthly', per: 'month' },
  annual: { name: 'Annual', priceMinor: 550_00, lookupKey: 'advice_annual', per: 'year' },
  'one-time': { name: 'One-Time Access', priceMinor: 50_00, lookupKey: 'advice_pass', per: 'pass' },
}

export const currency = 'gbp'

/** The rate of VAT that the prices include. */
export const vatPercent = 20

/** Minutes of chat per pass purchase, counted from the adviser's first reply. A change applies to later purchases. */
export const passMinutes = 30

/**
 * Days after which a paid pass without an adviser's reply expires. A change applies to passes that are bought later.
 * `storagePeriods.chatVisitor` must be longer.
 */
export const unusedPassDays = 30

/** Parses a plan from a URL or from browser storage. Returns `undefined` for anything else. */
export const asSubscriptionPlan = (value: unknown): SubscriptionPlan | undefined =>
  subscriptionPlans.find((plan) => plan === value)

/** Formats pence, leaving out `.00`: `5000` → `£50`, `5050` → `£50.50`. */
export const pounds = (minor: number): string =>
  `£${minor % 100 === 0 ? minor / 100 : (minor / 100).toFixed(2)}`

/** Formats pence with two decimals: `5000` → `£50.00`. */
export const poundsAndPence = (minor: number): string => `£${(minor / 100).toFixed(2)}`
