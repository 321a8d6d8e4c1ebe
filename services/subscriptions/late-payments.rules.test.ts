import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { countMetrics } from '#platform/metric.ts'
import type { RefundOutcome } from '#services/payments/stripe/refunds.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { aLatePayment, ended, endingAt } from '#test/kit/in-memory/late-payment.ts'
import { aSubscription, inDays, now } from '#test/kit/in-memory/subscriber.ts'
import { applyLatePayments, refundOrphanedPayment } from './late-payments.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))
beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
})

const another = (changes: Partial<ProviderSubscription>) =>
  aSubscription({ id: 'sub_other', createdEpochSeconds: inDays(-3), ...changes })

interface AtStripe {
  readonly outcome?: RefundOutcome
  readonly reversals?: Readonly<Record<string, 'refunded' | 'dispute_lost' | 'disputed'>>
  /** When the payments were reversed, in epoch seconds. Default: as soon as they were made. */
  readonly reversedAt?: number
  readonly invoice?: SubscriptionInvoice
}

/** Replaces Stripe, and records the refunds and marks that are requested and the payments that are read. */
const standIn = ({
  outcome = { state: 'refunded', amountMinor: 5000 },
  reversals = {},
  reversedAt,
  invoice,
}: AtStripe = {}) => {
  const requests: string[] = []
  const read: string[] = []
  const reported = new Set<string>()
  const stripe: StripeGateway = {
    ...stripeGateway,
    findInvoice: async () => invoice,
    refundInFull: async (intent, purpose) => {
      requests.push(`refund ${intent} for ${purpose}`)
      return outcome
    },
    returnCredit: async ({ invoiceId, amountMinor, purpose }) => {
      requests.push(`return ${amountMinor} of ${invoiceId} for ${purpose}`)
      return true
    },
    reportOnce: async (id, purpose, report) => {
      const key = `${purpose} about ${id}`
      if (!reported.has(key)) report()
      reported.add(key)
    },
    markSettled: async (id) => void requests.push(`settle ${id}`),
    findPayment: async (intentId) => {
      read.push(intentId)
      const reversal = reversals[intentId]
      return {
        intentId,
        customerId: 'cus_1',
        reversal,
        reversedAtEpochSeconds: reversedAt,
        amountMinor: 5000,
      }
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

  test('comes first by its id when two were made at the same time', async () => {
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

  /** Returns the access of both payments, of which those named were reversed at a time: `2027-03-10T10:00:00Z`. */
  const accessOf = async (reversals: AtStripe['reversals'], reversedOn: string, at: string) => {
    const { stripe } = standIn({ reversals, reversedAt: Date.parse(reversedOn) / 1000 })
    const { lateAccess } = await applyLatePayments([aLatePayment(), second], [ended], stripe, new Date(at))
    const { endsAtEpochSeconds: end = 0, isDisputed, isAnotherDisputed = false } = lateAccess ?? {}
    return { end: new Date(end * 1000).toISOString().slice(0, 10), isDisputed, isAnotherDisputed }
  }

  test.each([
    // A dispute on 10 March, in the month of the first payment, which would end on 27 March.
    ['first', 'disputed', '03-10', '03-12', { end: '2027-04-10', isAnotherDisputed: true }],
    ['first', 'disputed', '03-10', '04-09', { end: '2027-04-10', isAnotherDisputed: true }],
    ['first', 'disputed', '03-10', '04-10', { end: '2027-04-27', isDisputed: true }],
    ['first', 'dispute_lost', '03-10', '03-12', { end: '2027-04-10' }],
    ['first', 'refunded', '03-10', '04-09', { end: '2027-04-10' }],
    ['second', 'disputed', '03-10', '03-12', { end: '2027-03-27', isAnotherDisputed: true }],
    ['second', 'disputed', '03-10', '03-28', { end: '2027-04-27', isDisputed: true }],
    ['second', 'dispute_lost', '03-10', '03-12', { end: '2027-03-27' }],
    ['first', 'disputed', '04-01', '04-02', { end: '2027-04-27' }],
    ['first', 'refunded', '04-01', '04-02', { end: '2027-04-27' }],
  ] as const)(
    'gives its own time when the %s of two is %s on %s: seen on %s',
    async (which, reversal, reversedOn, at, access) => {
      const reversals = { [which === 'first' ? 'pi_1' : 'pi_2']: reversal }
      expect(await accessOf(reversals, `2027-${reversedOn}T10:00:00Z`, `2027-${at}T10:00:00Z`)).toEqual({
        isDisputed: false,
        isAnotherDisputed: false,
        ...access,
      })
    },
  )

  test.each([
    ['04-09', { end: '2027-04-10', isDisputed: true }],
    ['04-10', { end: '1970-01-01', isDisputed: undefined }],
  ])(
    'that is disputed is no obstacle after its time, beside one that was refunded: on %s',
    async (at, access) => {
      const reversals = { pi_1: 'refunded', pi_2: 'disputed' } as const
      expect(await accessOf(reversals, '2027-03-10T10:00:00Z', `2027-${at}T10:00:00Z`)).toEqual({
        isAnotherDisputed: false,
        ...access,
      })
    },
  )

  test.each([
    ['2027-03-12T10:00:00Z', false, ['in_1', 'in_0']],
    ['2027-03-12T10:00:00Z', true, ['in_0']],
    ['2027-03-27T10:00:00Z', false, ['in_0']],
  ])('is marked until its time is over: at %s, marked before %j', async (at, gaveAccess, unmarked) => {
    const invoices = [aLatePayment({ gaveAccess }), second]
    const bought = await applyLatePayments(invoices, [ended], standIn().stripe, new Date(at))
    expect(bought.unmarked).toEqual(unmarked)
  })

  test('gives no access while both of two are disputed', async () => {
    const both = { pi_1: 'disputed', pi_2: 'disputed' } as const
    expect(await accessOf(both, '2027-03-10T10:00:00Z', '2027-03-12T10:00:00Z')).toEqual({
      end: '2027-04-27',
      isDisputed: true,
      isAnotherDisputed: false,
    })
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

  test('is followed by the return of the credit that the invoice used, whether or not it succeeds', async () => {
    const credit = { creditMinor: 700 }
    const returned = 'return 700 of in_1 for undone:in_1'
    const [refund, settled] = refunded
    const all = [refund, returned, settled]
    expect(await attempt({ state: 'refunded', amountMinor: 5000 }, credit)).toEqual([1, all])
    expect(countMetrics).not.toHaveBeenCalled()
    expect(await attempt({ state: 'dispute_lost' }, credit)).toEqual([0, all])
    for (const state of ['pending', 'disputed', 'failed'] as const)
      expect(await attempt({ state }, credit)).toEqual([0, [refund, returned]])
    const outside = { ...credit, paymentIntentId: null }
    expect(await attempt({ state: 'pending' }, outside)).toEqual([0, [returned, settled]])
  })

  test.each([
    ['raises an alarm if the payment was made outside of Stripe', 5000, 1],
    ['raises no alarm if nothing was paid: a credit note closed the invoice', 0, 0],
  ])('%s', async (_name, amountPaidMinor, alarms) => {
    await attempt({ state: 'pending' }, { paymentIntentId: null, amountPaidMinor })
    expect(countMetrics).toHaveBeenCalledTimes(alarms)
  })

  test('raises one alarm about a payment outside of Stripe, although the return of its credit fails at first', async () => {
    const { stripe, requests } = standIn()
    const failing = { ...stripe, returnCredit: () => Promise.reject(new Error('Stripe is down')) }
    const outside = [aLatePayment({ creditMinor: 700, paymentIntentId: null })]
    for (let delivery = 1; delivery <= 2; delivery += 1)
      await expect(applyLatePayments(outside, [ended, another({})], failing, now)).rejects.toThrow('down')
    await applyLatePayments(outside, [ended, another({})], stripe, now)
    expect(requests).toEqual(['return 700 of in_1 for undone:in_1', 'settle in_1'])
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })
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
