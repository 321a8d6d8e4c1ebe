import { describe, expect, test } from 'vitest'
import type { RefundFacts } from './stripe/reversal-facts.ts'
import { failedRefundEmailOf, withdrawalEmailOf } from './withdrawal-email.ts'

const aRefund = (changes: Partial<RefundFacts> = {}): RefundFacts => ({
  customerId: 'cus_1',
  guestEmail: null,
  payerEmail: null,
  what: 'subscription',
  paidFor: 'subscription',
  status: 'refunded',
  amountMinor: 4000,
  totalMinor: 4000,
  transferMinor: 0,
  currency: 'gbp',
  paymentMinor: 5000,
  paidAt: '2027-03-01T10:00:00.000Z',
  number: 'A-1',
  purpose: 'withdrawal:sub_1',
  ...changes,
})

describe('the email about a withdrawal', () => {
  test('states its refund, and no sum if it is the only one', () => {
    const email = withdrawalEmailOf(aRefund())
    expect(email).toMatchObject({ cause: 'withdrawal:sub_1', content: { amount_minor: 4000 } })
    expect(email?.content).not.toHaveProperty('total_minor')
    expect(email?.content).not.toHaveProperty('pending')
  })

  test('states its own refund and the sum if earlier payments are refunded too', () => {
    expect(withdrawalEmailOf(aRefund({ totalMinor: 4500 }))?.content).toMatchObject({
      amount_minor: 4000,
      total_minor: 4500,
    })
  })

  test('states what is repaid by bank transfer', () => {
    const email = withdrawalEmailOf(aRefund({ totalMinor: 54_000, transferMinor: 50_000 }))
    expect(email?.content).toMatchObject({ total_minor: 54_000, transfer_minor: 50_000 })
    expect(withdrawalEmailOf(aRefund())?.content).not.toHaveProperty('transfer_minor')
  })

  test('has another cause while the refund is pending', () => {
    expect(withdrawalEmailOf(aRefund({ status: 'other' }))).toMatchObject({
      cause: 'withdrawal:sub_1:received',
      content: { pending: true },
    })
  })

  test.each<[string, Partial<RefundFacts>]>([
    ['a refund that failed', { status: 'failed' }],
    ['a refund that was cancelled', { status: 'cancelled' }],
    ['another refund', { purpose: 'duplicate:in_1' }],
    ['another refund that is pending', { purpose: 'duplicate:in_1', status: 'other' }],
    ['an earlier payment, which has an email of its own', { purpose: 'part-of-withdrawal:sub_1:0' }],
    ['a refund by staff', { purpose: undefined }],
  ])('is not sent about %s', (_title, changes) => {
    expect(withdrawalEmailOf(aRefund(changes))).toBeUndefined()
  })
})

describe('the email about a refund that failed', () => {
  test('acknowledges the withdrawal, and states what is repaid by bank transfer', () => {
    const email = failedRefundEmailOf('re_1', aRefund({ status: 'failed', transferMinor: 500 }))
    expect(email).toMatchObject({
      cause: 'refund-failed:re_1',
      content: {
        template: 'refund-failed',
        amount_minor: 4000,
        withdrawn: 'subscription',
        transfer_minor: 500,
      },
    })
    expect(failedRefundEmailOf('re_1', aRefund()).content).not.toHaveProperty('transfer_minor')
  })

  test('acknowledges the withdrawal for an earlier payment too, without the bank transfer', () => {
    const purpose = 'part-of-withdrawal:sub_1:0'
    const { content } = failedRefundEmailOf('re_1', aRefund({ purpose, transferMinor: 500 }))
    expect(content).toMatchObject({ withdrawn: 'subscription' })
    expect(content).not.toHaveProperty('transfer_minor')
  })

  test.each(['duplicate:in_1', undefined])('acknowledges no withdrawal if its purpose is %s', (purpose) => {
    const { content } = failedRefundEmailOf('re_1', aRefund({ purpose, transferMinor: 500 }))
    expect(content).not.toHaveProperty('withdrawn')
    expect(content).not.toHaveProperty('transfer_minor')
  })
})
