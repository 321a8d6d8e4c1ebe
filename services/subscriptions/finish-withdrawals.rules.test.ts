import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RecordedWithdrawal } from '#shared/rules/entitlement.ts'
import { countMetrics } from '#platform/metric.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import {
  byTransfer,
  finish,
  month,
  recorded,
  stripeWith,
  type WithdrawalFacts,
  year,
} from '#test/kit/in-memory/recorded-withdrawal.ts'
import { aSubscription } from '#test/kit/in-memory/subscriber.ts'
import { finishWithdrawal, finishWithdrawals, paidInvoicesOf } from './finish-withdrawals.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))
beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
})

const refund = 'refund 5000 of 5000 from pi_month for withdrawal:sub_1'
const end = ['record refunded 5000 of in_month for sub_1', 'end sub_1']
const settled = 'mark sub_1 settled 5000'

describe('the paid invoices of a subscription', () => {
  const ofSubscription = (...newestFirst: SubscriptionInvoice[]) =>
    paidInvoicesOf(newestFirst, 'sub_1').map(({ id }) => id)

  test('are listed oldest first, in the order of Stripe if they are of the same second', () => {
    const sameSecond = { ...year, id: 'in_same', createdEpochSeconds: month.createdEpochSeconds }
    expect(ofSubscription(year, sameSecond, month)).toEqual(['in_month', 'in_same', 'in_year'])
    expect(ofSubscription(month, year)).toEqual(['in_month', 'in_year'])
  })

  test.each<[string, Partial<SubscriptionInvoice>]>([
    ['of another subscription', { subscription: aSubscription({ id: 'sub_2' }) }],
    ['without an amount', { amountPaidMinor: 0 }],
    ['that is open, although a part of it is paid', { status: 'open' }],
  ])('do not include one %s', (_name, changes) => {
    expect(ofSubscription({ ...year, ...changes }, month)).toEqual(['in_month'])
  })
})

describe('the end of a recorded withdrawal', () => {
  test('refunds the payment, records the reversal, ends the subscription and settles the record', async () => {
    expect(await finish()).toEqual({
      outcome: { state: 'refunded', refundMinor: 5000 },
      requests: [refund, ...end, settled],
    })
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test('leaves a refund that failed to staff, and confirms the others', async () => {
    const failed = { outcomes: { pi_year: { state: 'failed' } } } as const
    const both = { invoices: [year, month], withdrawal: { invoiceId: 'in_year', refundMinor: 55_000 } }
    const { outcome, requests } = await finish({ ...both, ...failed })
    expect(outcome).toEqual({ state: 'refund_failed' })
    expect(requests).toContain('complete sub_1 with pi_month: 5000, 0 by transfer')
    expect(requests).toContain('end sub_1')
    expect(requests.at(-1)).toBe('mark sub_1 settled 55000')
  })

  test('fails without a refund if the invoice that it covers is not listed', async () => {
    const { stripe, requests } = stripeWith({ invoices: [year] })
    const withdrawn = { ...aSubscription(), withdrawal: recorded }
    await expect(finishWithdrawal(withdrawn, stripe)).rejects.toThrow('Invoice in_month')
    expect(requests).toEqual([])
  })

  test('covers no later payment, which is refunded in full instead', async () => {
    const { outcome, requests } = await finish({ invoices: [year, month] })
    expect(outcome).toEqual({ state: 'refunded', refundMinor: 5000 })
    expect(requests).toEqual([refund, ...end, 'refund pi_year for after-withdrawal:in_year', settled])
  })

  test('undoes what a change of plan has issued until the end of the subscription', async () => {
    const invoicesAfterwards = [{ ...year, status: 'open', amountPaidMinor: 0, paymentIntentId: null }, month]
    const { requests } = await finish({ invoicesAfterwards })
    expect(requests).toEqual([refund, ...end, 'void in_year', settled])
  })

  test.each<[string, Partial<SubscriptionInvoice>]>([
    ['voided', { status: 'void', amountPaidMinor: 0 }],
    ['free', { amountPaidMinor: 0 }],
  ])('requests nothing for a later invoice that is %s', async (_name, changes) => {
    const { requests } = await finish({ invoices: [{ ...year, ...changes }, month] })
    expect(requests).toEqual([refund, ...end, settled])
  })

  test('returns the credit that a later change of plan used', async () => {
    const returned = 'return 700 of in_year for undone:in_year'
    const partly = { ...year, creditMinor: 700 }
    expect((await finish({ invoices: [partly, month] })).requests).toEqual([
      refund,
      ...end,
      'refund pi_year for after-withdrawal:in_year',
      returned,
      settled,
    ])
    const byCredit = { ...partly, amountPaidMinor: 0, paymentIntentId: null }
    expect((await finish({ invoices: [byCredit, month] })).requests).toEqual([
      refund,
      ...end,
      returned,
      settled,
    ])
    // Stripe itself returns the credit of a void invoice.
    const dropped = { ...byCredit, status: 'void' }
    expect((await finish({ invoices: [dropped, month] })).requests).not.toContain(returned)
    for (const state of ['pending', 'failed'] as const) {
      const { requests } = await finish({ invoices: [partly, month], outcomes: { pi_year: { state } } })
      expect(requests).toContain(returned)
      expect(requests).not.toContain(settled)
    }
  })

  test.each<[string, WithdrawalFacts]>([
    [
      'Stripe cannot void',
      { invoices: [{ ...year, status: 'open', amountPaidMinor: 0 }, month], isVoided: false },
    ],
    ['has a pending refund', { outcomes: { pi_year: { state: 'pending' } } }],
    ['is disputed', { outcomes: { pi_year: { state: 'disputed' } } }],
    ['has a refund that failed', { outcomes: { pi_year: { state: 'failed' } } }],
  ])('keeps the record while a later invoice %s', async (_name, facts) => {
    const { requests, outcome } = await finish({ invoices: [year, month], ...facts })
    expect(outcome).toMatchObject({ state: 'refunded' })
    expect(requests).not.toContain(settled)
    // Another later invoice whose refund is final changes nothing.
    const earlier = { ...year, id: 'in_second', paymentIntentId: 'pi_second' }
    const more = [...(facts.invoices ?? [year, month]).slice(0, -1), earlier, month]
    expect((await finish({ ...facts, invoices: more })).requests).not.toContain(settled)
  })

  test('settles the record when the dispute of a later payment is lost', async () => {
    const { requests } = await finish({
      invoices: [year, month],
      outcomes: { pi_year: { state: 'dispute_lost' } },
    })
    expect(requests).toContain(settled)
  })
})

describe('a withdrawal after refunds for other reasons', () => {
  test('deducts only what was refunded since it was recorded', async () => {
    const refunds = { pi_month: { otherMinor: 1200 } }
    const { outcome, requests } = await finish({
      refunds,
      withdrawal: { refundMinor: 4500, refundedMinor: 500 },
    })
    expect(outcome).toEqual({ state: 'refunded', refundMinor: 3800 })
    expect(requests).toEqual([
      'refund 3800 of 3800 from pi_month for withdrawal:sub_1',
      'mark sub_1 started 3800',
      ...end,
      'mark sub_1 settled 3800',
    ])
  })

  test('refunds only what is missing of its own refund', async () => {
    const { outcome, requests } = await finish({
      refunds: { pi_month: { ownMinor: 5000, refundId: 're_1' } },
    })
    expect(outcome).toEqual({ state: 'refunded', refundMinor: 5000 })
    expect(requests).toEqual([...end, settled])
  })

  test('ends the subscription and settles the record if staff have refunded what is due', async () => {
    expect(await finish({ refunds: { pi_month: { otherMinor: 5000 } } })).toEqual({
      outcome: { state: 'refunded', refundMinor: 0 },
      requests: ['mark sub_1 started 0', ...end, 'mark sub_1 settled 0'],
    })
  })
})

describe('a withdrawal from a payment by bank transfer', () => {
  const transferred = { ...month, ...byTransfer }
  const withdrawal = { transferMinor: 5000 }

  test('asks staff to repay it, and refunds nothing at Stripe', async () => {
    expect(await finish({ invoices: [transferred], withdrawal })).toEqual({
      outcome: { state: 'refunded', refundMinor: 5000 },
      requests: [...end, 'settle in_month', settled],
    })
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })

  test('asks staff once', async () => {
    const invoices = [{ ...transferred, isSettled: true }]
    expect((await finish({ invoices, withdrawal })).requests).toEqual([...end, settled])
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test('asks for no repayment of a transfer that covers what the buyer owes', async () => {
    const { requests } = await finish({
      invoices: [{ ...year, ...byTransfer }, month],
      withdrawal: { invoiceId: 'in_year' },
    })
    expect(requests).toEqual([refund, 'record refunded 50000 of in_year for sub_1', 'end sub_1', settled])
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test('states the part that is transferred with the refund of the rest', async () => {
    const { requests } = await finish({
      invoices: [{ ...year, ...byTransfer }, month],
      withdrawal: { refundMinor: 45_000, transferMinor: 40_000, invoiceId: 'in_year' },
    })
    expect(requests.slice(0, 2)).toEqual([
      'refund 5000 of 45000 from pi_month for withdrawal:sub_1',
      'of which 40000 by transfer',
    ])
    expect(requests).toContain('settle in_year')
  })

  test('asks staff to repay the transfer, even if a card paid later', async () => {
    const { requests } = await finish({
      invoices: [year, { ...month, ...byTransfer }],
      withdrawal: { refundMinor: 53_000, transferMinor: 3000, invoiceId: 'in_year' },
    })
    expect(requests).toContain('settle in_month')
    expect(requests).not.toContain('settle in_year')
  })

  test('asks staff to repay a later transfer too', async () => {
    const { requests } = await finish({ invoices: [{ ...year, ...byTransfer }, month] })
    expect(requests).toEqual([refund, ...end, 'settle in_year', settled])
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })
})

describe('the withdrawals of a customer', () => {
  const finishAll = async (state: RecordedWithdrawal['state'] | undefined) => {
    const { stripe, requests } = stripeWith({})
    const withdrawal = state && { ...recorded, state }
    const subscriptions = await finishWithdrawals([aSubscription({ withdrawal })], 'cus_1', stripe)
    return { requests, subscriptions: subscriptions.map(({ status }) => status) }
  }

  test('are finished if they are interrupted, and the subscriptions are read again', async () => {
    expect(await finishAll('started')).toEqual({
      requests: [refund, ...end, settled],
      subscriptions: ['canceled'],
    })
  })

  test.each([undefined, 'settled'] as const)('are left as they are if their state is %s', async (state) => {
    expect(await finishAll(state)).toEqual({ requests: [], subscriptions: ['active'] })
  })
})
