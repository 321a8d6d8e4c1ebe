import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import {
  aStripeCharge,
  aStripeInvoice,
  aStripeSubscription,
  paidBy,
} from '#test/kit/in-memory/stripe-objects.ts'
import { emailFactGateway } from './email-facts.ts'
import { reversalFactGateway } from './reversal-facts.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const endedAt = 1_801_000_000

/** Finds the facts of an ended subscription. `refunds` belong to the payment whose reversal is recorded. */
const findEnded = (changes: object, payment: object = paidBy('pi_1'), refunds: readonly object[] = []) => {
  at({
    subscriptions: {
      retrieve: async () => aStripeSubscription({ status: 'canceled', ended_at: endedAt, ...changes }),
    },
    invoices: { retrieve: async () => aStripeInvoice(payment) },
    refunds: {
      list: ({ payment_intent: intent }: { payment_intent?: string }) =>
        listOf(intent === 'pi_1' ? refunds : []),
    },
  })
  return emailFactGateway.findEndedSubscription('sub_1')
}

describe('an ended subscription', () => {
  test('has its plan and the end', async () => {
    expect(await findEnded({})).toEqual({
      customerId: 'cus_1',
      guestEmail: null,
      payerEmail: null,
      plan: 'monthly',
      reason: 'us',
      endedAt: new Date(endedAt * 1000).toISOString(),
      due: undefined,
    })
  })

  test('is not found while it runs, without an end, or when it is a duplicate or unknown', async () => {
    expect(await findEnded({ status: 'active' })).toBeUndefined()
    expect(await findEnded({ ended_at: null })).toBeUndefined()
    expect(await findEnded({ metadata: { duplicate: 'settled' } })).toBeUndefined()
    at({ subscriptions: { retrieve: missing } })
    expect(await emailFactGateway.findEndedSubscription('sub_1')).toBeUndefined()
    at({ subscriptions: { retrieve: down } })
    await expect(emailFactGateway.findEndedSubscription('sub_1')).rejects.toThrow('down')
  })

  const openInvoice = aStripeInvoice({ id: 'in_2' })
  const writtenOff = aStripeInvoice({ id: 'in_2', status: 'uncollectible' })
  const unpaidChange = aStripeInvoice({ id: 'in_2', billing_reason: 'subscription_update' })
  const recorded = (reversal: string) => ({ metadata: { reversal } })

  test.each<[string, string, object]>([
    ['refunded', 'it was refunded', recorded('refunded')],
    ['refunded', 'it was refunded and cancelled', { ...recorded('refunded'), cancel_at_period_end: true }],
    ['disputed', 'a dispute was lost', recorded('dispute_lost')],
    ['disputed', 'Stripe ended it for a dispute', { cancellation_details: { reason: 'payment_disputed' } }],
    [
      'disputed',
      'a dispute of an earlier payment was lost in its last period',
      { metadata: { lost_period_end: '1802000000' }, cancel_at_period_end: true },
    ],
    [
      'cancelled',
      'such a dispute was lost in an earlier period',
      { metadata: { lost_period_end: '1800000000' }, cancel_at_period_end: true },
    ],
    ['unpaid', 'Stripe gave up the payment', { cancellation_details: { reason: 'payment_failed' } }],
    ['unpaid', 'its last invoice is open', { latest_invoice: openInvoice }],
    ['unpaid', 'its last invoice is written off', { latest_invoice: writtenOff }],
    ['cancelled', 'it was cancelled for the end of the period', { cancel_at_period_end: true }],
    ['cancelled', 'it was cancelled for a date', { cancel_at: endedAt }],
    ['us', 'its last invoice is paid', { latest_invoice: aStripeInvoice({ status: 'paid' }) }],
    ['us', 'its last invoice is not expanded', { latest_invoice: 'in_2' }],
    ['us', 'only a change of plan is unpaid', { latest_invoice: unpaidChange }],
    ['us', 'a dispute is recorded as open', recorded('disputed')],
  ])('ended as %s when %s', async (reason, _title, changes) => {
    expect(await findEnded(changes)).toMatchObject({ reason })
  })

  test('has an open invoice as its debt, not one that is written off', async () => {
    expect((await findEnded({ latest_invoice: openInvoice }))?.due).toEqual({
      amountMinor: 5000,
      currency: 'gbp',
      number: 'A-1',
      url: 'https://invoice.example/in_1',
    })
    expect((await findEnded({ latest_invoice: writtenOff }))?.due).toBeUndefined()
  })

  const withdrawal = { status: 'succeeded', metadata: { purpose: 'withdrawal:sub_1' } }
  const reversed = { metadata: { reversal: 'refunded', reversal_invoice: 'in_1' } }

  test('is not found after a withdrawal, which has a confirmation of its own', async () => {
    expect(await findEnded(reversed, paidBy('pi_1'), [withdrawal])).toBeUndefined()
  })

  test.each<[string, object, object, readonly object[]]>([
    ['no reversal is recorded', {}, paidBy('pi_1'), [withdrawal]],
    ['another payment was withdrawn', reversed, paidBy('pi_2'), [withdrawal]],
    ['the refund has another reason', reversed, paidBy('pi_1'), [{ status: 'succeeded', metadata: {} }]],
    ['the invoice has no payment', reversed, { payments: undefined }, [withdrawal]],
    ['the payment was made outside Stripe', reversed, { payments: { data: [{ payment: {} }] } }, []],
  ])('is found when %s', async (_title, changes, payment, refunds) => {
    expect(await findEnded(changes, payment, refunds)).toBeDefined()
  })
})

const withCharge = (object: object, charge: unknown, invoice: unknown = { number: 'A-7' }) => {
  const resource = { retrieve: async () => ({ amount: 3000, currency: 'gbp', charge, ...object }) }
  at({
    refunds: resource,
    disputes: resource,
    invoicePayments: {
      list: () => listOf(invoice === undefined ? [] : [{ invoice }]),
    },
  })
}

describe('a refund', () => {
  const find = (refund: object = {}, charge: unknown = aStripeCharge(), invoice?: unknown) => {
    withCharge({ status: 'succeeded', metadata: {}, ...refund }, charge, invoice)
    return reversalFactGateway.findRefund('re_1')
  }

  test('has the payer, the payment and the amount', async () => {
    const metadata = { total_minor: '4000', transfer_minor: '500', purpose: 'withdrawal:cs_1' }
    expect(await find({ metadata })).toEqual({
      customerId: 'cus_1',
      guestEmail: null,
      payerEmail: 'payer@people.example',
      what: 'subscription',
      currency: 'gbp',
      paymentMinor: 5000,
      paidAt: new Date(1_800_000_000_000).toISOString(),
      number: null,
      status: 'refunded',
      amountMinor: 3000,
      paidFor: 'subscription',
      purpose: 'withdrawal:cs_1',
      totalMinor: 4000,
      transferMinor: 500,
    })
    expect(await find({ metadata: null })).toMatchObject({
      totalMinor: 3000,
      transferMinor: 0,
      purpose: undefined,
    })
  })

  test('is not found without its charge', async () => {
    expect(await find({}, null)).toBeUndefined()
    expect(await find({}, 'ch_1')).toBeUndefined()
  })

  test.each<[string | null, string]>([
    ['failed', 'failed'],
    ['canceled', 'cancelled'],
    ['succeeded', 'refunded'],
    ['pending', 'other'],
    ['requires_action', 'other'],
    [null, 'other'],
  ])('that Stripe reports as %s is %s', async (status, expected) => {
    expect(await find({ status })).toMatchObject({ status: expected })
  })

  test('of a duplicate, a late payment or an earlier payment of a withdrawn subscription is for that', async () => {
    for (const what of ['duplicate', 'late-payment', 'part-of-withdrawal'])
      expect(await find({ metadata: { purpose: `${what}:in_1` } })).toMatchObject({ what })
    expect(await find({ metadata: { purpose: 'duplicates' } })).toMatchObject({ what: 'subscription' })
  })

  test.each<[string, object, string, string | null]>([
    ['a pass of an account', { kind: 'pass' }, 'pass', null],
    ['a pass of a guest', { kind: 'guest-pass' }, 'pass', 'payer@people.example'],
    ['a subscription', {}, 'subscription', null],
  ])('is of a payment for %s', async (_title, metadata, paidFor, guestEmail) => {
    expect(await find({}, aStripeCharge({ metadata }))).toMatchObject({ paidFor, guestEmail })
  })

  test('goes to the address of the receipt when the payment page asked for none', async () => {
    const charge = aStripeCharge({
      billing_details: { email: null },
      receipt_email: 'receipt@people.example',
    })
    expect(await find({}, charge)).toMatchObject({ payerEmail: 'receipt@people.example' })
  })

  test('has the number of the invoice that its payment paid', async () => {
    const charge = aStripeCharge({ payment_intent: 'pi_1' })
    expect(await find({}, charge)).toMatchObject({ number: 'A-7' })
    withCharge({}, charge, 'in_1')
    expect(await reversalFactGateway.findRefund('re_1')).toMatchObject({ number: null })
    withCharge({}, charge, { deleted: true, number: 'A-7' })
    expect(await reversalFactGateway.findRefund('re_1')).toMatchObject({ number: null })
    at({ ...standIn.resources, invoicePayments: { list: () => listOf([]) } })
    expect(await reversalFactGateway.findRefund('re_1')).toMatchObject({ number: null })
  })
})

describe('a dispute', () => {
  test.each<[string, string]>([
    ['needs_response', 'opened'],
    ['under_review', 'opened'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['warning_needs_response', 'other'],
    ['prevented', 'other'],
  ])('that Stripe reports as %s is %s', async (status, expected) => {
    withCharge({ status }, aStripeCharge())
    expect(await reversalFactGateway.findDispute('dp_1')).toMatchObject({
      status: expected,
      amountMinor: 3000,
    })
  })

  test('is not found without its charge', async () => {
    withCharge({ status: 'lost' }, 'ch_1')
    expect(await reversalFactGateway.findDispute('dp_1')).toBeUndefined()
  })
})
