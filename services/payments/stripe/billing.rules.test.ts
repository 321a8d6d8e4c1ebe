import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { aCustomer, type BillingObjects, billingOf } from '#test/kit/in-memory/billing.ts'
import { at, down, listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import {
  aStripeCharge,
  aStripeInvoice,
  aStripePrice,
  aStripeSubscription,
  paidBy,
} from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { noBilling } from './billing.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

const ended = (id: string, endedAt: number | null, changes: object = {}) =>
  aStripeSubscription({ id, status: 'canceled', ended_at: endedAt, ...changes })

describe('the billing of a customer', () => {
  test('is empty for a customer without payments, a deleted one and an unknown one', async () => {
    expect(await billingOf({})).toEqual(noBilling)
    const subscriptions = [aStripeSubscription()]
    expect(await billingOf({ customer: { deleted: true }, subscriptions })).toEqual(noBilling)
    const failing = (reason: () => Promise<never>) => {
      const list = { list: () => listOf([]) }
      at({ customers: { retrieve: reason }, subscriptions: list, invoices: list, charges: list })
      return stripeGateway.findBilling('cus_1')
    }
    expect(await failing(missing)).toEqual(noBilling)
    await expect(failing(down)).rejects.toThrow('down')
  })
})

describe('the billing of an ended subscription', () => {
  test('keeps the payments and the card', async () => {
    const charge = aStripeCharge({ payment_intent: 'pi_1' })
    const invoice = aStripeInvoice({ status: 'paid', amount_paid: 5000, ...paidBy('pi_1') })
    expect(
      await billingOf({ subscriptions: [ended('sub_1', 200)], invoices: [invoice], charges: [charge] }),
    ).toMatchObject({
      subscription: { plan: 'monthly', nextChargeAt: null, endsAt: iso(200), hasEnded: true },
      card: { last4: '4242' },
      payments: [{ status: 'paid' }],
    })
  })
})

describe('the billing of a customer with more than a hundred payments', () => {
  test('has the oldest payment too, with its refund', async () => {
    const numbers = Array.from({ length: 101 }, (_, index) => index)
    const invoices = numbers.map((number) =>
      aStripeInvoice({ id: `in_${number}`, status: 'paid', amount_paid: 5000, ...paidBy(`pi_${number}`) }),
    )
    const charges = numbers.map((number) =>
      aStripeCharge({ payment_intent: `pi_${number}`, amount_refunded: number === 100 ? 700 : 0 }),
    )
    const { payments } = await billingOf({ invoices, charges })
    expect(payments).toHaveLength(101)
    expect(payments.filter(({ refundedMinor }) => refundedMinor === 700)).toHaveLength(1)
  })
})

describe('the subscription of the billing panel', () => {
  const shown = async (objects: BillingObjects) => (await billingOf(objects)).subscription

  test('is the live one, the older of two, else the one that ended last', async () => {
    const [earlier, later, undated] = [ended('sub_2', 100), ended('sub_3', 200), ended('sub_4', null)]
    const newer = aStripeSubscription({ id: 'sub_5', created: 2_000_000_000, cancel_at_period_end: true })
    for (const other of [later, newer])
      expect(await shown({ subscriptions: [other, aStripeSubscription()] })).toMatchObject({ endsAt: null })
    for (const subscriptions of [
      [earlier, later, undated],
      [undated, later, earlier],
    ])
      expect(await shown({ subscriptions })).toMatchObject({ hasEnded: true, endsAt: iso(200) })
  })

  test('returns none when the first payment was abandoned, or the subscription has no item', async () => {
    expect(await shown({ subscriptions: [aStripeSubscription({ status: 'incomplete' })] })).toBeNull()
    expect(await shown({ subscriptions: [aStripeSubscription({ items: { data: [] } })] })).toBeNull()
  })

  const periodEnd = 1_802_000_000
  test.each<[string, object, number | null, number | null]>([
    ['will be charged at the end of the period', {}, periodEnd, null],
    ['is past due and renews only once it is paid', { status: 'past_due' }, null, null],
    ['is unpaid and no longer charged', { status: 'unpaid' }, null, null],
    ['is paused and not charged', { pause_collection: { behavior: 'void' } }, null, null],
    ['ends with the period', { cancel_at_period_end: true }, null, periodEnd],
    ['ends at a date', { cancel_at: 1_801_000_000 }, null, 1_801_000_000],
    ['will be charged before it ends', { cancel_at: periodEnd + 1 }, periodEnd, null],
    ['has ended before its date', { cancel_at: 1_801_000_000, ended_at: 1_800_500_000 }, null, 1_800_500_000],
  ])('%s', async (_title, changes, charged, ends) => {
    const isoOrNull = (time: number | null) => (time === null ? null : iso(time))
    expect(await shown({ subscriptions: [aStripeSubscription(changes)] })).toMatchObject({
      nextChargeAt: isoOrNull(charged),
      endsAt: isoOrNull(ends),
    })
  })

  test('states when Stripe charges the draft invoice of its renewal', async () => {
    const draft = { status: 'draft', automatically_finalizes_at: 1_802_003_600 }
    const chargedAt = async (invoice: object, subscription: object = {}) =>
      (await shown({ subscriptions: [aStripeSubscription(subscription)], invoices: [invoice] }))
        ?.renewalChargedAt
    expect(await chargedAt(aStripeInvoice(draft))).toBe(iso(1_802_003_600))
    expect(await chargedAt(aStripeInvoice(draft, 'sub_other'))).toBeNull()
    expect(await chargedAt(aStripeInvoice({ ...draft, status: 'paid' }))).toBeNull()
    expect(await chargedAt(aStripeInvoice(draft), { pause_collection: { behavior: 'void' } })).toBeNull()
  })

  test('has the price of its quantity', async () => {
    const priced = (changes: object) =>
      aStripeSubscription({ items: { data: [{ current_period_end: periodEnd, ...changes }] } })
    expect(await shown({ subscriptions: [priced({ price: aStripePrice(), quantity: 3 })] })).toMatchObject({
      plan: 'monthly',
      amountMinor: 15_000,
      interval: 'month',
    })
    const bare = priced({ price: aStripePrice({ unit_amount: null, recurring: null }) })
    expect(await shown({ subscriptions: [bare] })).toMatchObject({ amountMinor: 0, interval: 'month' })
  })
})

describe('the card of the billing panel', () => {
  const card = (last4: string | null, brand: string | null = 'visa') => ({ card: { brand, last4 } })
  const charged = (details: object, status = 'succeeded') =>
    aStripeCharge({ status, payment_method_details: details })

  test.each<[string, BillingObjects, string | undefined]>([
    [
      'is that of the subscription',
      {
        subscriptions: [aStripeSubscription({ default_payment_method: card('1111') })],
        customer: aCustomer(card('2222')),
      },
      '1111',
    ],
    [
      'else that of the customer',
      { subscriptions: [aStripeSubscription()], customer: aCustomer(card('2222')) },
      '2222',
    ],
    ['else that of the last payment', { charges: [charged(card('3333'))] }, '3333'],
    [
      'is that of a charge when the method is not a card',
      { customer: aCustomer({}), charges: [charged(card('3333'))] },
      '3333',
    ],
    [
      'is that of a charge when the method is unknown',
      { customer: aCustomer('pm_1'), charges: [charged(card('3333'))] },
      '3333',
    ],
    [
      'is not that of a failed charge',
      { charges: [charged(card('3333'), 'failed'), charged(card('4444'))] },
      '4444',
    ],
    ['returns none after failed charges only', { charges: [charged(card('3333'), 'failed')] }, undefined],
    ['returns none for a charge without a card', { charges: [charged({})] }, undefined],
    ['returns none without its brand', { charges: [charged(card('3333', null))] }, undefined],
    ['returns none without its digits', { charges: [charged(card(null))] }, undefined],
  ])('%s', async (_title, objects, last4) => {
    expect((await billingOf(objects)).card).toEqual(last4 === undefined ? null : { brand: 'visa', last4 })
  })
})

describe('the open balance of the billing panel', () => {
  const owed = async (invoices: readonly object[], subscription: object = { status: 'past_due' }) =>
    (await billingOf({ subscriptions: [aStripeSubscription(subscription)], invoices })).openBalance

  test('is the sum of the open invoices, the invoice of a past-due subscription first', async () => {
    const subscriptions = [
      aStripeSubscription({ status: 'past_due' }),
      aStripeSubscription({ id: 'sub_2', status: 'canceled' }),
    ]
    const invoices = [
      aStripeInvoice({ id: 'in_2', created: 1_800_000_100, hosted_invoice_url: undefined }, 'sub_2'),
      aStripeInvoice({ amount_remaining: 2000, next_payment_attempt: 1_800_100_000 }),
      aStripeInvoice({ id: 'in_3', status: 'paid' }),
    ]
    expect((await billingOf({ subscriptions, invoices })).openBalance).toEqual({
      amountMinor: 7000,
      currency: 'gbp',
      invoiceMinor: 2000,
      invoices: 2,
      url: 'https://invoice.example/in_1',
      nextAttemptAt: iso(1_800_100_000),
    })
  })

  test('is owed for unpaid and ended subscriptions', async () => {
    for (const status of ['past_due', 'unpaid', 'canceled'])
      expect(await owed([aStripeInvoice()], { status })).toMatchObject({ amountMinor: 5000 })
  })

  test.each<[string, object, object]>([
    ['nothing open', { status: 'past_due' }, aStripeInvoice({ status: 'paid' })],
    ['an abandoned first payment', { status: 'incomplete_expired' }, aStripeInvoice()],
    ['a renewal that is being charged', { status: 'active' }, aStripeInvoice()],
    ['a duplicate', { status: 'canceled', metadata: { duplicate: 'refund_due' } }, aStripeInvoice()],
    [
      'an unpaid change of plan',
      { status: 'past_due' },
      aStripeInvoice({ billing_reason: 'subscription_update' }),
    ],
    ['another subscription', { status: 'past_due' }, aStripeInvoice({}, 'sub_2')],
    ['no subscription', { status: 'past_due' }, aStripeInvoice({ parent: null })],
  ])('returns none for %s', async (_title, subscription, invoice) => {
    expect(await owed([invoice], subscription)).toBeNull()
  })
})
