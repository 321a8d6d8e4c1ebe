import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, listOf, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripePrice, aStripeSubscription } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

/** Replaces Stripe with a stand-in that has a subscription and its schedule, whose current phase ends at 200. */
const withSchedule = (phases: readonly object[], changes: object = {}) => {
  const none = { list: () => listOf([]) }
  at({
    customers: { retrieve: async () => ({ invoice_settings: { default_payment_method: null } }) },
    subscriptions: { list: () => listOf([aStripeSubscription({ schedule: 'sub_sched_1', ...changes })]) },
    invoices: none,
    charges: none,
    subscriptionSchedules: { retrieve: async () => ({ current_phase: { end_date: 200 }, phases }) },
  })
}

const phase = (start: number, price: unknown, quantity?: number) => ({
  start_date: start,
  items: [{ price, quantity }],
})
const annual = aStripePrice({
  lookup_key: 'advice_annual',
  unit_amount: 55_000,
  recurring: { interval: 'year' },
})

describe('the scheduled change of a subscription', () => {
  const change = async (...facts: Parameters<typeof withSchedule>) => {
    withSchedule(...facts)
    return (await stripeGateway.findBilling('cus_1')).subscription?.scheduledChange
  }

  test('is the phase that follows the current one', async () => {
    const current = phase(100, aStripePrice())
    expect(await change([current, phase(200, annual, 2)])).toEqual({
      plan: 'annual',
      amountMinor: 110_000,
      currency: 'gbp',
      interval: 'year',
      startsAt: new Date(200_000).toISOString(),
    })
    expect(await change([current, phase(200, annual)])).toMatchObject({ amountMinor: 55_000 })
    const bare = { ...annual, unit_amount: null, recurring: null }
    expect(await change([phase(200, bare)])).toMatchObject({ amountMinor: 0, interval: 'month' })
    expect(await change([current, phase(300, annual)])).toBeNull()
  })

  test('returns none with an unknown price, or when the subscription ends', async () => {
    expect(await change([phase(200, 'price_annual')])).toBeNull()
    expect(await change([phase(200, { ...annual, deleted: true })])).toBeNull()
    expect(await change([{ start_date: 200, items: [] }])).toBeNull()
    expect(await change([phase(200, annual)], { cancel_at_period_end: true })).toBeNull()
    expect(await change([phase(200, annual)], { schedule: null })).toBeNull()
  })
})

describe('a subscription that renews', () => {
  const renewing = async (...facts: Parameters<typeof withSchedule>) => {
    withSchedule(...facts)
    return (await stripeGateway.listRenewingSubscriptions())[0]
  }
  const priced = (interval: string) => ({
    items: { data: [{ current_period_end: 200, price: aStripePrice({ recurring: { interval } }) }] },
  })

  test('is charged for the scheduled plan, else for its own', async () => {
    expect(await renewing([phase(200, annual)])).toMatchObject({
      interval: 'month',
      next: { plan: 'annual', interval: 'year' },
      scheduleId: 'sub_sched_1',
    })
    expect(await renewing([], priced('year'))).toMatchObject({
      interval: 'year',
      next: { plan: 'monthly', interval: 'year' },
      scheduleId: null,
    })
  })

  test('is left out with an interval that is not sold', async () => {
    expect(await renewing([], priced('week'))).toBeUndefined()
  })
})
