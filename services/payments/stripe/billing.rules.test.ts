import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
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

interface Objects {
  readonly customer?: object
  readonly subscriptions?: readonly object[]
  readonly invoices?: readonly object[]
  readonly charges?: readonly object[]
}

const aCustomer = (method: unknown = null) => ({ invoice_settings: { default_payment_method: method } })

const billingOf = (objects: Objects) => {
  at({
    customers: { retrieve: async () => objects.customer ?? aCustomer() },
    subscriptions: { list: () => listOf(objects.subscriptions ?? []) },
    invoices: { list: () => listOf(objects.invoices ?? []) },
    charges: { list: () => listOf(objects.charges ?? []) },
  })
  return stripeGateway.findBilling('cus_1')
}

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
  const shown = async (objects: Objects) => (await billingOf(objects)).subscription

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

  test.each<[string, Objects, string | undefined]>([
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

describe('the payments of the billing panel', () => {
  const shown = async (invoices: readonly object[], charges: readonly object[] = []) =>
    (await billingOf({ invoices, charges })).payments

  test.each<[string, object, object | undefined]>([
    [
      'paid',
      { status: 'paid', amount_paid: 4000, status_transitions: { paid_at: 1_800_000_050 } },
      { status: 'paid', amountMinor: 4000, paidOrIssuedAt: iso(1_800_000_050) },
    ],
    [
      'paid outside of Stripe',
      { status: 'paid', amount_paid_off_stripe: 5000, status_transitions: { paid_at: 1_800_000_050 } },
      { status: 'paid', amountMinor: 5000 },
    ],
    ['open', {}, { status: 'open', amountMinor: 5000, paidOrIssuedAt: iso(1_800_000_000) }],
    ['open, with a part paid from credit', { amount_due: 2000 }, { status: 'open', amountMinor: 2000 }],
    ['written off', { status: 'uncollectible' }, { status: 'written_off', amountMinor: 5000 }],
    [
      'a change of plan that is paid',
      { status: 'paid', billing_reason: 'subscription_update' },
      { status: 'paid' },
    ],
    [
      'a change of plan that is written off',
      { status: 'uncollectible', billing_reason: 'subscription_update' },
      { status: 'written_off' },
    ],
    ['a change of plan that waits for its payment', { billing_reason: 'subscription_update' }, undefined],
    ['a draft', { status: 'draft' }, undefined],
    ['void', { status: 'void' }, undefined],
    ['without a status', { status: null }, undefined],
  ])('show an invoice that is %s only if it was issued', async (_title, changes, expected) => {
    expect(await shown([aStripeInvoice(changes)])).toMatchObject(expected === undefined ? [] : [expected])
  })

  test('distinguish passes from subscriptions', async () => {
    const kinds = async (parent: object | null) =>
      (await shown([aStripeInvoice({ parent })])).map(({ kind }) => kind)
    expect(await kinds({ subscription_details: { subscription: 'sub_1' } })).toEqual(['subscription'])
    expect(await kinds(null)).toEqual(['pass'])
  })

  test('show the refunds of their own charges', async () => {
    const invoice = aStripeInvoice(paidBy('pi_1'))
    const charges = [
      aStripeCharge({ payment_intent: 'pi_1', amount_refunded: 300 }),
      aStripeCharge({ payment_intent: { id: 'pi_1' }, amount_refunded: 20 }),
      aStripeCharge({ payment_intent: 'pi_2', amount_refunded: 1000 }),
      aStripeCharge({ payment_intent: null, amount_refunded: 1000 }),
    ]
    expect(await shown([invoice], charges)).toMatchObject([{ refundedMinor: 320 }])
    expect(await shown([aStripeInvoice({ payments: undefined })], charges)).toMatchObject([
      { refundedMinor: 0 },
    ])
  })

  test('show the receipt of a pass that has no invoice, newest first', async () => {
    const pass = (changes: object = {}) =>
      aStripeCharge({ metadata: { kind: 'pass' }, payment_intent: 'pi_1', ...changes })
    const invoice = aStripeInvoice({ id: 'in_2', created: 1_800_000_100, ...paidBy('pi_2') })
    const charges = [pass({ amount_refunded: 10 }), pass({ payment_intent: 'pi_2' })]
    expect(await shown([invoice], charges)).toMatchObject([
      { kind: 'subscription' },
      { kind: 'pass', status: 'paid', amountMinor: 5000, refundedMinor: 10, number: '1000-1' },
    ])
    expect(await shown([], [pass({ payment_intent: null })])).toHaveLength(1)
    expect(await shown([], [pass({ status: 'failed' }), pass({ metadata: {} })])).toEqual([])
  })
})
