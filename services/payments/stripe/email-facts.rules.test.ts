import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeInvoice, aStripePrice, aStripeSubscription } from '#test/kit/in-memory/stripe-objects.ts'
import { emailFactGateway } from './email-facts.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const withInvoice = (invoice: object) => at({ invoices: { retrieve: async () => invoice } })

const paidAt = 1_800_000_050
const paid = (changes: object = {}, subscription?: unknown) =>
  aStripeInvoice(
    { status: 'paid', amount_paid: 5000, status_transitions: { paid_at: paidAt }, ...changes },
    subscription,
  )

describe('the objects that emails are about', () => {
  const { findPaidInvoice, findFailedPayment } = emailFactGateway

  test('are not found when Stripe has none, and an error from Stripe is not treated as missing', async () => {
    for (const find of [findPaidInvoice, findFailedPayment]) {
      at({ invoices: { retrieve: missing } })
      expect(await find('in_1')).toBeUndefined()
      at({ invoices: { retrieve: down } })
      await expect(find('in_1')).rejects.toThrow('down')
    }
  })
})

describe('a paid invoice', () => {
  const find = (invoice: object) => {
    withInvoice(invoice)
    return emailFactGateway.findPaidInvoice('in_1')
  }

  test('has the payer, the plan and the amount', async () => {
    expect(await find(paid({}, aStripeSubscription()))).toEqual({
      customerId: 'cus_1',
      guestEmail: null,
      payerEmail: 'payer@people.example',
      plan: 'monthly',
      amountMinor: 5000,
      creditMinor: 0,
      currency: 'gbp',
      paidAt: new Date(paidAt * 1000).toISOString(),
      number: 'A-1',
      url: 'https://invoice.example/in_1',
      order: undefined,
    })
  })

  test.each([
    ['monthly', '2027-02-28T10:00:00Z', '2027-03-31T10:00:00Z'],
    ['annual', '2027-02-28T10:00:00Z', '2028-02-28T10:00:00Z'],
  ])('is for the %s plan that it charged, even if the plan was changed since', async (plan, start, end) => {
    const period = { start: Date.parse(start) / 1000, end: Date.parse(end) / 1000 }
    const lines = { data: [{ amount: 5000, period }] }
    for (const interval of ['month', 'year']) {
      const price = aStripePrice({ lookup_key: null, recurring: { interval } })
      const subscription = aStripeSubscription({ items: { data: [{ price }] } })
      expect(await find(paid({ lines }, subscription))).toMatchObject({ plan })
    }
  })

  test('has the amount of a bank transfer', async () => {
    const transfer = paid({ amount_paid: 0, amount_paid_off_stripe: 5000 })
    expect(await find(transfer)).toMatchObject({ amountMinor: 5000 })
  })

  test.each([
    ['all of it', 0, { starting_balance: -5000, amount_paid: 0 }],
    ['a part of it', 2000, { starting_balance: -3000, amount_paid: 2000 }],
  ])('has what was paid from credit: %s', async (_what, amountMinor, amounts) => {
    const creditMinor = 5000 - amountMinor
    expect(await find(paid(amounts))).toMatchObject({ amountMinor, creditMinor })
  })

  test.each<[string, object]>([
    ['is open', { status: 'open' }],
    ['was written off after its payment', { status: 'uncollectible' }],
    ['has no time of payment', { status_transitions: { paid_at: null } }],
    ['took no money', { amount_paid: 0 }],
  ])('returns none when it %s', async (_title, changes) => {
    expect(await find(paid(changes))).toBeUndefined()
  })

  test.each<[string, object, string | null, string | null]>([
    ['a pass of an account', { kind: 'pass' }, 'one-time', null],
    ['a pass of a guest', { kind: 'guest-pass' }, 'one-time', 'payer@people.example'],
    ['something else', {}, null, null],
  ])('is for %s', async (_title, metadata, plan, guestEmail) => {
    const found = await find(paid({ metadata, parent: null }))
    expect(found).toMatchObject({ plan, guestEmail })
    expect(found?.order !== undefined).toBe(plan !== null)
  })

  test('without metadata is for no known purchase', async () => {
    expect(await find(paid({ metadata: null, parent: null }))).toMatchObject({ plan: null })
  })
})

describe('the order of a paid invoice', () => {
  const orderOf = async (invoice: object, subscription?: object) => {
    withInvoice(paid(subscription === undefined ? { ...invoice, parent: null } : invoice, subscription))
    return (await emailFactGateway.findPaidInvoice('in_1'))?.order
  }

  test('of a pass does not renew', async () => {
    const pass = { kind: 'pass', wording: '2027-01' }
    expect(await orderOf({ metadata: pass })).toEqual({ renewal: undefined, startRequested: true })
    expect(await orderOf({ metadata: { kind: 'pass' } })).toMatchObject({ startRequested: false })
  })

  const first = { billing_reason: 'subscription_create' }

  test('of a subscription renews at the end of the period of the last line', async () => {
    const lines = { data: [{ period: { end: 1 } }, { period: { end: 1_802_000_000 } }] }
    const subscription = aStripeSubscription({ metadata: { wording: '2027-01' } })
    expect(await orderOf({ ...first, lines }, subscription)).toEqual({
      renewal: { at: new Date(1_802_000_000_000).toISOString(), amountMinor: 5000, per: 'month' },
      startRequested: true,
    })
    expect(await orderOf(first, aStripeSubscription())).toMatchObject({ startRequested: false })
  })

  test('of an annual subscription renews each year', async () => {
    const price = aStripePrice({ unit_amount: null, recurring: { interval: 'year' } })
    expect(await orderOf(first, aStripeSubscription({ items: { data: [{ price }] } }))).toMatchObject({
      renewal: { amountMinor: 0, per: 'year' },
    })
  })

  test('has no renewal without a line, and does not exist for an unknown plan', async () => {
    expect(await orderOf({ ...first, lines: { data: [] } }, aStripeSubscription())).toEqual({
      renewal: undefined,
      startRequested: false,
    })
    expect(await orderOf(first, aStripeSubscription({ items: { data: [] } }))).toBeUndefined()
  })

  test('returns none for a renewal and a change of plan', async () => {
    for (const reason of ['subscription_cycle', 'subscription_update'])
      expect(await orderOf({ billing_reason: reason }, aStripeSubscription())).toBeUndefined()
  })
})

describe('a failed payment', () => {
  const find = (changes: object, subscription: unknown = { status: 'past_due' }) => {
    const expanded =
      typeof subscription === 'object' && subscription !== null
        ? aStripeSubscription(subscription)
        : subscription
    withInvoice(aStripeInvoice(changes, expanded))
    return emailFactGateway.findFailedPayment('in_1')
  }

  test('states the amount due and the next attempt', async () => {
    expect(await find({ attempt_count: 2, next_payment_attempt: 1_800_100_000 })).toEqual({
      customerId: 'cus_1',
      guestEmail: null,
      payerEmail: 'payer@people.example',
      plan: 'monthly',
      amountMinor: 5000,
      currency: 'gbp',
      number: 'A-1',
      attempts: 2,
      nextAttemptAt: new Date(1_800_100_000_000).toISOString(),
      url: 'https://invoice.example/in_1',
    })
    expect(await find({})).toMatchObject({ nextAttemptAt: null })
  })

  test.each<[string, object, unknown]>([
    ['the invoice was paid in the meantime', { status: 'paid' }, { status: 'past_due' }],
    [
      'it is the first one, on the payment page',
      { billing_reason: 'subscription_create' },
      { status: 'past_due' },
    ],
    ['the invoice belongs to no subscription', { parent: null }, null],
    ['the subscription is not expanded', {}, 'sub_1'],
    ['the subscription has ended', {}, { status: 'canceled', latest_invoice: 'in_1' }],
    ['the subscription is active, with another invoice', {}, { latest_invoice: 'in_2' }],
    [
      'only a change of plan is unpaid',
      { billing_reason: 'subscription_update' },
      { latest_invoice: 'in_1' },
    ],
  ])('returns none when %s', async (_title, invoice, subscription) => {
    expect(await find(invoice, subscription)).toBeUndefined()
  })

  test('of a renewal is found while the subscription is still reported as active', async () => {
    expect(await find({}, { latest_invoice: 'in_1' })).toMatchObject({ amountMinor: 5000 })
    expect(await find({}, { latest_invoice: { id: 'in_1' } })).toMatchObject({ amountMinor: 5000 })
  })
})
