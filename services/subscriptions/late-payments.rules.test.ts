import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { RefundOutcome } from '#services/payments/stripe/refunds.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { anInvoice, aSubscription, inDays, now } from '#test/kit/in-memory/subscriber.ts'
import { applyLatePayments, isLatePayment, refundOrphanedPayment } from './late-payments.ts'

const ended = aSubscription({ id: 'sub_ended', status: 'canceled', endedEpochSeconds: inDays(-5) })

/** An invoice that was paid two days ago, three days after its monthly subscription had ended. */
const aLatePayment = (changes: Partial<SubscriptionInvoice> = {}) =>
  anInvoice({
    status: 'paid',
    subscription: ended,
    paidAtEpochSeconds: inDays(-2),
    amountPaidMinor: 5000,
    paymentIntentId: 'pi_1',
    period: {
      start: Date.parse('2027-02-01T00:00:00Z') / 1000,
      end: Date.parse('2027-03-01T00:00:00Z') / 1000,
    },
    ...changes,
  })

const endingAt = (changes: Partial<ProviderSubscription>) => ({ subscription: { ...ended, ...changes } })

describe('a payment', () => {
  test('is late when the subscription had ended before', () => {
    expect(isLatePayment(aLatePayment())).toBe(true)
  })

  test('is late when it was a bank transfer that staff recorded', () => {
    expect(isLatePayment(aLatePayment({ paymentIntentId: null }))).toBe(true)
  })

  test('is late in the second of the end, unless the invoice was issued then too', () => {
    const end = { paidAtEpochSeconds: inDays(-5) }
    expect(isLatePayment(aLatePayment({ ...end, createdEpochSeconds: inDays(-20) }))).toBe(true)
    expect(isLatePayment(aLatePayment({ ...end, createdEpochSeconds: inDays(-5) }))).toBe(false)
  })

  test('is late when its period was over, although the subscription had not ended', () => {
    const unpaidLater = {
      ...endingAt({ endedEpochSeconds: inDays(-1) }),
      period: { start: inDays(-40), end: inDays(-10) },
    }
    expect(isLatePayment(aLatePayment({ ...unpaidLater, paidAtEpochSeconds: inDays(-10) }))).toBe(true)
    expect(isLatePayment(aLatePayment({ ...unpaidLater, paidAtEpochSeconds: inDays(-11) }))).toBe(false)
  })

  test('is late within the hour before a cancellation for this unpaid invoice', () => {
    const isLate = (unpaidInvoiceIds: string[], secondsBefore: number) =>
      isLatePayment(
        aLatePayment({ ...endingAt({ unpaidInvoiceIds }), paidAtEpochSeconds: inDays(-5) - secondsBefore }),
      )
    expect([isLate(['in_1'], 1), isLate(['in_1'], 3599), isLate(['in_1'], 3600)]).toEqual([true, true, false])
    expect([isLate(['in_2'], 1), isLate([], 1)]).toEqual([false, false])
  })

  test.each<[string, Partial<SubscriptionInvoice>]>([
    ['the invoice is not paid', { status: 'open' }],
    ['the time of the payment is unknown', { paidAtEpochSeconds: null }],
    ['the subscription is active', endingAt({ status: 'active' })],
    ['the subscription is a duplicate', endingAt({ duplicate: 'settled' })],
    ['the end of the subscription is unknown', endingAt({ endedEpochSeconds: null })],
    ['it was made before the subscription ended', { paidAtEpochSeconds: inDays(-6) }],
  ])('is not late when %s', (_name, changes) => {
    expect(isLatePayment(aLatePayment(changes))).toBe(false)
  })
})

const another = (changes: Partial<ProviderSubscription>) =>
  aSubscription({ id: 'sub_other', createdEpochSeconds: inDays(-3), ...changes })

interface AtStripe {
  readonly outcome?: RefundOutcome
  readonly reversals?: Readonly<Record<string, 'refunded' | 'dispute_lost' | 'disputed'>>
  readonly invoice?: SubscriptionInvoice
}

/** Replaces Stripe, and records the refunds and marks that are requested and the payments that are read. */
const standIn = ({
  outcome = { state: 'refunded', amountMinor: 5000 },
  reversals = {},
  invoice,
}: AtStripe = {}) => {
  const requests: string[] = []
  const read: string[] = []
  const stripe: StripeGateway = {
    ...stripeGateway,
    findInvoice: async () => invoice,
    refundInFull: async (intent, purpose) => {
      requests.push(`refund ${intent} for ${purpose}`)
      return outcome
    },
    markSettled: async (id) => void requests.push(`settle ${id}`),
    findPayment: async (intentId) => {
      read.push(intentId)
      return { intentId, customerId: 'cus_1', reversal: reversals[intentId], amountMinor: 5000 }
    },
  }
  return { stripe, requests, read }
}

const refunded = ['refund pi_1 for late-payment:in_1', 'settle in_1']

describe('a late payment', () => {
  test.each<[string, Partial<ProviderSubscription>]>([
    ['active', {}],
    ['bought at the same time', { createdEpochSeconds: inDays(-2) }],
    ['cancelled since', { status: 'canceled', endedEpochSeconds: inDays(-1) }],
  ])('is refunded when the customer had another subscription, which is %s', async (_name, changes) => {
    const { stripe, requests } = standIn()
    const result = await applyLatePayments([aLatePayment()], [ended, another(changes)], stripe, now)
    expect(result).toEqual({ lateAccess: undefined, unmarked: [], refunds: 1 })
    expect(requests).toEqual(refunded)
  })

  test.each<[string, ProviderSubscription]>([
    ['bought after the payment', another({ createdEpochSeconds: inDays(-1) })],
    ['a duplicate', another({ duplicate: 'refund_due' })],
    ['a first payment that was abandoned', another({ status: 'incomplete_expired' })],
    ['over before the payment', another({ status: 'canceled', endedEpochSeconds: inDays(-2.5) })],
    ['over at the time of the payment', another({ status: 'canceled', endedEpochSeconds: inDays(-2) })],
    ['the one that it is for', { ...ended, endedEpochSeconds: inDays(-1) }],
  ])('buys a month when the only other subscription is %s', async (_name, other) => {
    const { stripe, requests } = standIn()
    const { lateAccess, refunds, unmarked } = await applyLatePayments([aLatePayment()], [other], stripe, now)
    expect(lateAccess).toMatchObject({ invoiceId: 'in_1', amountMinor: 5000, isDisputed: false })
    expect(new Date((lateAccess?.endsAtEpochSeconds ?? 0) * 1000).toISOString()).toBe(
      '2027-03-27T10:00:00.000Z',
    )
    expect([refunds, requests, unmarked]).toEqual([0, [], ['in_1']])
  })

  const second = aLatePayment({ id: 'in_0', paymentIntentId: 'pi_2', paidAtEpochSeconds: inDays(-1) })

  test('buys a period after the one that an earlier payment bought, in any order of the list', async () => {
    for (const invoices of [
      [aLatePayment(), second],
      [second, aLatePayment()],
    ]) {
      const { lateAccess } = await applyLatePayments(invoices, [ended], standIn().stripe, now)
      expect(lateAccess?.invoiceId).toBe('in_0')
      expect(new Date((lateAccess?.endsAtEpochSeconds ?? 0) * 1000).toISOString()).toBe(
        '2027-04-27T10:00:00.000Z',
      )
    }
  })

  test('comes first by its number when two were made at the same time', async () => {
    const same = { ...second, paidAtEpochSeconds: inDays(-2) }
    for (const invoices of [
      [aLatePayment(), same],
      [same, aLatePayment()],
    ])
      expect((await applyLatePayments(invoices, [ended], standIn().stripe, now)).lateAccess?.invoiceId).toBe(
        'in_1',
      )
  })

  test.each(['refunded', 'dispute_lost'] as const)('buys nothing once it is %s', async (reversal) => {
    const { stripe } = standIn({ reversals: { pi_1: reversal } })
    expect(await applyLatePayments([aLatePayment()], [ended], stripe, now)).toEqual({
      lateAccess: undefined,
      unmarked: [],
      refunds: 0,
    })
    const { lateAccess } = await applyLatePayments([aLatePayment(), second], [ended], stripe, now)
    expect(new Date((lateAccess?.endsAtEpochSeconds ?? 0) * 1000).toISOString()).toBe(
      '2027-03-28T10:00:00.000Z',
    )
  })

  test('counts as disputed while the bank decides', async () => {
    const { stripe } = standIn({ reversals: { pi_1: 'disputed' } })
    const { lateAccess } = await applyLatePayments([aLatePayment()], [ended], stripe, now)
    expect(lateAccess?.isDisputed).toBe(true)
  })

  test('is read at Stripe only until its period is over', async () => {
    const end = new Date('2027-03-27T10:00:00Z')
    for (const [at, reads] of [
      [new Date(end.getTime() - 1), ['pi_1']],
      [end, []],
    ] as const) {
      const { stripe, read } = standIn()
      await applyLatePayments([aLatePayment()], [ended], stripe, at)
      expect(read).toEqual(reads)
    }
  })
})

describe('the refund of a late payment', () => {
  const attempt = async (outcome: RefundOutcome, changes: Partial<SubscriptionInvoice> = {}) => {
    const { stripe, requests } = standIn({ outcome })
    const result = await applyLatePayments([aLatePayment(changes)], [ended, another({})], stripe, now)
    return [result.refunds, requests]
  }

  test('is made once', async () => {
    expect(await attempt({ state: 'refunded', amountMinor: 5000 }, { isSettled: true })).toEqual([0, []])
  })

  test.each<[string, RefundOutcome]>([
    ['was made by staff before', { state: 'refunded', amountMinor: 0 }],
    ['is not needed because the bank took the money back', { state: 'dispute_lost' }],
  ])('is settled and not counted when it %s', async (_name, outcome) => {
    expect(await attempt(outcome)).toEqual([0, refunded])
  })

  test.each<RefundOutcome['state']>(['disputed', 'pending', 'failed'])(
    'stays due while it is %s',
    async (state) => {
      expect(await attempt({ state, amountMinor: 0 })).toEqual([0, refunded.slice(0, 1)])
    },
  )
})

describe('a payment of a customer without an account', () => {
  test.each<[string, SubscriptionInvoice | undefined, boolean]>([
    ['is refunded when it is late', aLatePayment(), true],
    ['is kept when the subscription had not ended', aLatePayment(endingAt({ status: 'active' })), false],
    ['is ignored when Stripe does not know the invoice', undefined, false],
    ['is not refunded again', aLatePayment({ isSettled: true }), false],
    ['is kept when it gave access before', aLatePayment({ gaveAccess: true }), false],
  ])('%s', async (_name, invoice, isRefunded) => {
    const { stripe, requests } = standIn({ invoice })
    expect(await refundOrphanedPayment('in_1', stripe)).toBe(isRefunded)
    expect(requests).toEqual(isRefunded ? refunded : [])
  })
})
