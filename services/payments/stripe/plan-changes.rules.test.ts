import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import {
  at,
  declinedCard,
  down,
  listOf,
  rejectedRequest,
  standIn,
} from '#test/kit/in-memory/stand-in-stripe.ts'
import {
  aStripeInvoice,
  aStripePrice,
  aStripeSubscription,
  paidBy,
} from '#test/kit/in-memory/stripe-objects.ts'
import { planChangeGateway } from './plan-changes.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const change = { subscriptionId: 'sub_1', plan: 'annual', pricedAtEpochSeconds: 1_800_000_500 } as const

/** The requests that change something, in order. */
let made: unknown[] = []
/** The parameters of the requests that name an object first. */
let params: unknown[] = []
beforeEach(() => {
  made = []
  params = []
})

/** Records each request and returns the next of these results. The last result repeats. */
const answers = (...results: readonly (() => unknown)[]) =>
  (() => {
    let call = 0
    return async (...request: unknown[]) => {
      made.push(request[0])
      params.push(request[1])
      const result = results[Math.min(call, results.length - 1)]
      call += 1
      return result?.()
    }
  })()

/** The subscription as it is at each reading. The last state repeats. */
const states = (...all: readonly object[]) => {
  let call = 0
  return {
    retrieve: async () => {
      const state = all[Math.min(call, all.length - 1)]
      call += 1
      return aStripeSubscription(state)
    },
  }
}

const prices = { list: () => listOf([aStripePrice({ id: 'price_annual', metadata: {} })]) }
const outdated = () => rejectedRequest('subscription_details[proration_date]')
const noItem = { items: { data: [] } }
const onAnnual = { items: { data: [{ id: 'si_1', price: aStripePrice({ lookup_key: 'advice_annual' }) }] } }

describe('the price of a change of plan', () => {
  const line = (amount: number, changes: object = {}) => ({
    amount,
    period: { end: 200 },
    parent: null,
    ...changes,
  })
  const ofItem = { parent: { subscription_item_details: { proration: true } } }
  const ofInvoiceItem = { parent: { invoice_item_details: { proration: true } } }
  const notProrated = { parent: { subscription_item_details: { proration: false } } }
  const withPreview = (preview: () => unknown, subscription: object = {}) =>
    at({ subscriptions: states(subscription), prices, invoices: { createPreview: answers(preview) } })
  const preview = (...lines: readonly object[]) =>
    aStripeInvoice({ amount_due: 51_000, lines: { data: lines } })

  test('counts the credits for unused time, and the period apart from them', async () => {
    const credits = [line(-3000, ofItem), line(-1000, ofInvoiceItem)]
    const others = [line(500, ofItem), line(55_000, notProrated), line(-70)]
    withPreview(() => preview(...credits, ...others))
    expect(await planChangeGateway.priceImmediateChange(change)).toEqual({
      currency: 'gbp',
      amountDueMinor: 51_000,
      creditMinor: 4000,
      periodMinor: 55_000,
      periodEndEpochSeconds: 200,
    })
    expect(made).toMatchObject([
      {
        subscription: 'sub_1',
        subscription_details: {
          items: [{ id: 'si_1', price: 'price_annual' }],
          billing_cycle_anchor: { type: 'now' },
          proration_behavior: 'always_invoice',
          proration_date: 1_800_000_500,
        },
      },
    ])
  })

  test('is undefined when the credit is outdated', async () => {
    withPreview(outdated)
    expect(await planChangeGateway.priceImmediateChange(change)).toBeUndefined()
    const otherParameter = () => rejectedRequest('items')
    for (const reason of [otherParameter, () => rejectedRequest(), down]) {
      withPreview(reason)
      await expect(planChangeGateway.priceImmediateChange(change)).rejects.toThrow(/Invalid request|down/)
    }
  })

  test('of a full period has no credit', async () => {
    withPreview(() => preview(line(55_000)))
    expect(await planChangeGateway.priceFullPeriod('sub_1', 'annual')).toMatchObject({
      creditMinor: 0,
      periodMinor: 55_000,
    })
    expect(made).toMatchObject([{ subscription_details: { proration_behavior: 'none' } }])
  })

  test('fails without a period, or without an item to change', async () => {
    withPreview(() => preview(line(-3000, ofItem)))
    await expect(planChangeGateway.priceImmediateChange(change)).rejects.toThrow('has no period')
    withPreview(() => preview(line(1)), noItem)
    await expect(planChangeGateway.priceImmediateChange(change)).rejects.toThrow('has no item')
  })
})

describe('an immediate change of plan', () => {
  const pending = { pending_update: { expires_at: 300 }, latest_invoice: 'in_2' }

  /** Makes the change. `after` is the subscription that is read after it. */
  const outcome = (update: () => unknown, after: object = {}, intentStatus = 'requires_action') => {
    at({
      prices,
      subscriptions: { ...states({}, {}, after), update: answers(update) },
      invoices: {
        retrieve: async () => aStripeInvoice({ id: 'in_2', ...paidBy('pi_1', 'open') }),
        voidInvoice: answers(() => undefined),
      },
      paymentIntents: { retrieve: async () => ({ status: intentStatus }) },
    })
    return planChangeGateway.changePlanNow(change)
  }
  const done = () => undefined

  test('is made when the subscription has the new plan, else declined', async () => {
    expect(await outcome(done, onAnnual)).toBe('changed')
    expect(await outcome(done)).toBe('declined')
  })

  test('invoices the amount of the preview, and is not made until that is paid', async () => {
    await outcome(done, onAnnual)
    expect([made, params]).toEqual([
      ['sub_1'],
      [
        {
          items: [{ id: 'si_1', price: 'price_annual' }],
          billing_cycle_anchor: { type: 'now' },
          proration_behavior: 'always_invoice',
          proration_date: 1_800_000_500,
          payment_behavior: 'pending_if_incomplete',
        },
      ],
    ])
  })

  test('gives the bank more time than other requests to Stripe', async () => {
    let options: object | undefined
    const update = async (_id: string, _params: object, given: object) => void (options = given)
    at({ prices, subscriptions: { ...states({}, {}, onAnnual), update } })
    expect(await planChangeGateway.changePlanNow(change)).toBe('changed')
    expect(options).toEqual({
      idempotencyKey: 'change-plan:sub_1:annual:1800000500',
      maxNetworkRetries: 0,
      timeout: 15_000,
    })
  })

  test('waits for the cardholder to confirm the payment', async () => {
    expect(await outcome(done, pending)).toEqual({
      url: 'https://invoice.example/in_1',
      expiresAt: new Date(300_000).toISOString(),
    })
    expect(made).toEqual(['sub_1'])
  })

  test('is dropped when the payment needs another card', async () => {
    expect(await outcome(done, pending, 'requires_payment_method')).toBe('declined')
    expect(made).toEqual(['sub_1', 'in_2'])
  })

  test('is declined with the card, outdated with its credit, and fails otherwise', async () => {
    expect(await outcome(declinedCard)).toBe('declined')
    expect(await outcome(outdated)).toBe('outdated')
    await expect(outcome(down)).rejects.toThrow('down')
    await expect(outcome(() => rejectedRequest())).rejects.toThrow('Invalid request')
  })
})

describe('the schedule of a subscription', () => {
  const scheduled = { schedule: 'sub_sched_1' }

  describe('when a change is cancelled', () => {
    /** `readings` follow the reading of the pending change. */
    const cancelChange = (release: () => unknown, ...readings: readonly object[]) => {
      at({ subscriptions: states({}, ...readings), subscriptionSchedules: { release: answers(release) } })
      return planChangeGateway.cancelPlanChange('sub_1')
    }

    test('is released, if there is one', async () => {
      await cancelChange(() => undefined, scheduled)
      expect(made).toEqual(['sub_sched_1'])
      made = []
      await cancelChange(() => undefined, {})
      expect(made).toEqual([])
    })

    test('may have been released by a concurrent request', async () => {
      await cancelChange(() => rejectedRequest(), scheduled, {})
      await expect(cancelChange(() => rejectedRequest(), scheduled, scheduled)).rejects.toThrow(
        'Invalid request',
      )
      await expect(cancelChange(down, scheduled, {})).rejects.toThrow('down')
    })
  })

  describe('when a plan is scheduled', () => {
    const schedule = (create: () => unknown, readings: readonly object[], found: object = {}) => {
      at({
        prices,
        subscriptions: states(...readings),
        subscriptionSchedules: {
          create: answers(create),
          retrieve: async (id: string) => ({ id, ...found }),
          update: async (id: string, params: object) => void made.push({ id, ...params }),
        },
      })
      return planChangeGateway.schedulePlan('sub_1', 'annual')
    }
    const created = () => ({ id: 'sub_sched_2' })

    test('is created, and gets the phases of both plans', async () => {
      expect(await schedule(created, [{}])).toBe(1_802_000_000)
      expect(made).toMatchObject([
        { from_subscription: 'sub_1' },
        {
          id: 'sub_sched_2',
          end_behavior: 'release',
          phases: [
            {
              items: [{ price: 'price_monthly', quantity: 1 }],
              start_date: 1_800_000_000,
              end_date: 1_802_000_000,
            },
            { items: [{ price: 'price_annual', quantity: 1 }], billing_cycle_anchor: 'phase_start' },
          ],
        },
      ])
    })

    test('keeps the tax rates of the subscription in both phases', async () => {
      await schedule(created, [{ default_tax_rates: [{ id: 'txr_1' }] }])
      const rates = { default_tax_rates: ['txr_1'] }
      expect(made).toMatchObject([{}, { phases: [rates, rates] }])
    })

    test('is updated when there is one already', async () => {
      await schedule(created, [scheduled], { current_phase: { start_date: 100 } })
      expect(made).toMatchObject([{ id: 'sub_sched_1', phases: [{ start_date: 100 }, {}] }])
    })

    test('may have been created by a concurrent request', async () => {
      await schedule(() => rejectedRequest(), [{}, {}, scheduled])
      expect(made).toMatchObject([{}, { id: 'sub_sched_1' }])
      await expect(schedule(() => rejectedRequest(), [{}])).rejects.toThrow('Invalid request')
      await expect(schedule(down, [{}, {}, scheduled])).rejects.toThrow('down')
    })

    test('is not made without an item', async () => {
      await expect(schedule(created, [noItem])).rejects.toThrow('has no item')
      expect(made).toEqual([])
    })
  })
})
