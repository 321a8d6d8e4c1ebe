import type { Stripe } from 'stripe'
import { currency, planFacts, plans, type Plan } from '#shared/values/plans.ts'
import { env } from '#platform/env.ts'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { scheduled } from '#platform/scheduled.ts'
import { withStripe } from '#platform/stripe.ts'

type Price = Pick<
  Stripe.Price,
  'lookup_key' | 'active' | 'currency' | 'unit_amount' | 'metadata' | 'livemode'
> & {
  readonly recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'> | null
}

interface Dependencies {
  /** True if this stage takes real money. */
  readonly liveMode: boolean
  readonly listPrices: (lookupKeys: string[]) => Promise<readonly Price[]>
}

const intervals = { month: 'month', year: 'year', pass: null } as const

const fieldsOf = (price: Price) => ({
  active: price.active,
  currency: price.currency,
  amount: price.unit_amount,
  interval: price.recurring?.interval ?? null,
  interval_count: price.recurring?.interval_count ?? null,
  has_tax_rate: price.metadata['tax_rate'] !== undefined,
  live_mode: price.livemode,
})

/** Returns the names of the fields in which the price of a plan at Stripe differs from ours, or `missing`. */
const differencesOf = (plan: Plan, prices: readonly Price[], liveMode: boolean): string[] => {
  const { lookupKey, per, priceMinor } = planFacts[plan]
  const price = prices.find(({ lookup_key }) => lookup_key === lookupKey)
  if (price === undefined) return ['missing']
  const interval = intervals[per]
  const expected: ReturnType<typeof fieldsOf> = {
    active: true,
    currency,
    amount: priceMinor,
    interval,
    interval_count: interval && 1,
    has_tax_rate: true,
    live_mode: liveMode,
  }
  return Object.entries(fieldsOf(price))
    .filter(([name, value]) => Reflect.get(expected, name) !== value)
    .map(([name]) => name)
}

/**
 * Compares the prices at Stripe with those that the pages show, every night. A price that was changed in Stripe's
 * dashboard would charge customers a different amount from the amount shown. Without a tax rate, invoices show no VAT.
 * Prices of the other mode mean that the stored key belongs to that mode: a live site would accept test cards.
 */
export const handle = async (deps: Dependencies): Promise<{ differences: number }> => {
  const prices = await deps.listPrices(plans.map((plan) => planFacts[plan].lookupKey))
  let differences = 0
  for (const plan of plans) {
    const fields = differencesOf(plan, prices, deps.liveMode)
    if (fields.length === 0) continue
    differences += 1
    log.error('price differs', { plan, fields: fields.join() })
  }
  log.info('prices compared', { differences })
  countMetrics({ PriceDifferences: differences })
  return { differences }
}

const listPrices = (lookupKeys: string[]) =>
  withStripe(async (stripe) => (await stripe.prices.list({ lookup_keys: lookupKeys, limit: 100 })).data)

export const handler = scheduled(() => handle({ liveMode: env('STRIPE_LIVE_MODE') === 'true', listPrices }))
