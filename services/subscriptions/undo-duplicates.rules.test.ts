import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countMetrics } from '#platform/metric.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import type { RefundOutcome } from '#services/payments/stripe/refunds.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { anInvoice, aSubscription, inDays } from '#test/kit/in-memory/subscriber.ts'
import { undoDuplicates } from './undo-duplicates.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))
beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
})

const first = aSubscription({ id: 'sub_first', createdEpochSeconds: inDays(-3) })
const second = aSubscription({ id: 'sub_second', createdEpochSeconds: inDays(-1) })
const paid = { status: 'paid', paymentIntentId: 'pi_1', amountPaidMinor: 5000 }

/** Undoes the duplicate `sub_second`, which has this invoice and the others. Records what is requested of Stripe. */
const undoWith = async (
  invoice: Partial<SubscriptionInvoice>,
  {
    outcome = { state: 'refunded', amountMinor: 5000 },
    isVoided = true,
    hasCustomer = true,
    others = [],
    reported = new Set(),
  }: {
    outcome?: RefundOutcome
    isVoided?: boolean
    hasCustomer?: boolean
    others?: Partial<SubscriptionInvoice>[]
    /** Purposes that were reported to staff before. */
    reported?: Set<string>
  } = {},
) => {
  const requests: string[] = []
  const record = async (...words: string[]) => void requests.push(words.join(' '))
  const stripe: StripeGateway = {
    ...stripeGateway,
    listSubscriptions: async () => [first, second],
    listInvoicesOf: async () =>
      [invoice, ...others].map((one) => anInvoice({ id: 'in_second', subscription: second, ...one })),
    markDuplicate: async (id, state) => record('mark', id, state),
    cancelNow: async (id) => record('cancel', id),
    voidInvoice: async (id) => {
      await record('void', id)
      return isVoided
    },
    returnCredit: async ({ invoiceId, amountMinor, purpose }) => {
      await record('return', String(amountMinor), 'of', invoiceId, purpose)
      return hasCustomer
    },
    reportOnce: async (id, purpose, report) => {
      const key = `${purpose} about ${id}`
      if (!reported.has(key)) report()
      reported.add(key)
    },
    refundInFull: async (intent, purpose) => {
      await record('refund', intent, purpose)
      return outcome
    },
  }
  const { refunds } = await undoDuplicates('cus_1', stripe)
  return { refunds, requests: requests.slice(2), begin: requests.slice(0, 2) }
}

const settled = 'mark sub_second settled'
const refund = 'refund pi_1 duplicate:in_second'

describe('the duplicate of a subscription', () => {
  test('is marked and cancelled first, and then refunded', async () => {
    const { begin, requests, refunds } = await undoWith(paid)
    expect(begin).toEqual(['mark sub_second refund_due', 'cancel sub_second'])
    expect({ requests, refunds }).toEqual({ requests: [refund, settled], refunds: 1 })
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test('has its unpaid invoice voided, and stays marked until that succeeds', async () => {
    expect(await undoWith({ status: 'open' })).toMatchObject({
      requests: ['void in_second', settled],
      refunds: 0,
    })
    expect(await undoWith({ status: 'open' }, { isVoided: false })).toMatchObject({
      requests: ['void in_second'],
    })
  })

  test.each(['void', 'draft', 'uncollectible'])(
    'needs no refund for an invoice that is %s',
    async (status) => {
      expect(await undoWith({ ...paid, status })).toMatchObject({ requests: [settled], refunds: 0 })
    },
  )

  test.each<[RefundOutcome['state'], readonly string[]]>([
    ['pending', [refund]],
    ['disputed', [refund]],
    ['failed', [refund]],
    ['dispute_lost', [refund, settled]],
  ])('stays marked until its money has moved: %s', async (state, requests) => {
    const outcome = state === 'refunded' ? { state, amountMinor: 5000 } : { state }
    expect(await undoWith(paid, { outcome })).toMatchObject({ requests, refunds: 0 })
  })

  test('gets back the credit that it used, whether or not its refund succeeds', async () => {
    const credit = 'return 3000 of in_second undone:in_second'
    const partly = { ...paid, amountPaidMinor: 2000, creditMinor: 3000 }
    expect(await undoWith(partly)).toMatchObject({ requests: [refund, credit, settled], refunds: 1 })
    const lost = { state: 'dispute_lost' } as const
    expect(await undoWith(partly, { outcome: lost })).toMatchObject({ requests: [refund, credit, settled] })
    for (const state of ['pending', 'disputed', 'failed'] as const)
      expect((await undoWith(partly, { outcome: { state } })).requests).toEqual([refund, credit])
    const byCredit = { ...partly, paymentIntentId: null, amountPaidMinor: 0 }
    expect(await undoWith(byCredit)).toMatchObject({ requests: [credit, settled], refunds: 1 })
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test('raises an alarm about its credit if the customer is deleted', async () => {
    const byCredit = { ...paid, paymentIntentId: null, amountPaidMinor: 0, creditMinor: 5000 }
    expect((await undoWith(byCredit, { hasCustomer: false })).requests.at(-1)).toBe(settled)
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })

  test('returns no credit of an invoice that it voids: Stripe does', async () => {
    const open = { status: 'open', creditMinor: 3000 }
    expect(await undoWith(open)).toMatchObject({ requests: ['void in_second', settled] })
  })

  test('raises an alarm for a payment outside of Stripe, and none without a payment', async () => {
    const outside = { ...paid, paymentIntentId: null }
    expect(await undoWith(outside)).toMatchObject({ requests: [settled], refunds: 0 })
    expect(countMetrics).toHaveBeenCalledWith({ RefundsFailed: 1 })
    vi.mocked(countMetrics).mockClear()
    expect(await undoWith({ ...outside, amountPaidMinor: 0 })).toMatchObject({
      requests: [settled],
      refunds: 0,
    })
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test('raises one alarm for a payment outside of Stripe, while the refund of another one is not final', async () => {
    const outside = { ...paid, paymentIntentId: null }
    const pending = { outcome: { state: 'pending' }, others: [{ ...paid, id: 'in_other' }] } as const
    const options = { ...pending, others: [...pending.others], reported: new Set<string>() }
    for (let night = 1; night <= 3; night += 1)
      expect((await undoWith(outside, options)).requests).toEqual(['refund pi_1 duplicate:in_other'])
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })
})
