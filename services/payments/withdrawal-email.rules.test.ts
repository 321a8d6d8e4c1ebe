import { describe, expect, test } from 'vitest'
import type { RefundFacts } from './stripe/reversal-facts.ts'
import { withdrawalEmailOf } from './withdrawal-email.ts'

const facts: RefundFacts = {
  customerId: 'cus_1',
  guestEmail: null,
  payerEmail: 'nadia@people.example',
  what: 'duplicate',
  paidFor: 'subscription',
  status: 'refunded',
  amountMinor: 1200,
  totalMinor: 3500,
  currency: 'gbp',
  paymentMinor: 5000,
  paidAt: '2027-03-01T10:00:00.000Z',
  number: 'A-1',
  purpose: 'withdrawal:sub_1',
}

const content = {
  template: 'withdrawal',
  what: 'subscription',
  amount_minor: 3500,
  currency: 'gbp',
  payment: { amount_minor: 5000, paid_at: '2027-03-01T10:00:00.000Z', number: 'A-1' },
}

describe('the email about a withdrawal', () => {
  test('states the sum of its refunds, and has one cause for all of them', () => {
    expect(withdrawalEmailOf(facts)).toEqual({ cause: 'withdrawal:sub_1', content })
  })

  test('acknowledges a refund that is pending under a cause of its own', () => {
    expect(withdrawalEmailOf({ ...facts, status: 'other' })).toEqual({
      cause: 'withdrawal:sub_1:received',
      content: { ...content, pending: true },
    })
  })

  test.each<[string, Partial<RefundFacts>]>([
    ['a refund that failed', { status: 'failed' }],
    ['a refund that was cancelled', { status: 'cancelled' }],
    ['another refund', { purpose: 'duplicate:in_1' }],
    ['another refund that is pending', { purpose: 'duplicate:in_1', status: 'other' }],
    ['a refund that staff made', { purpose: undefined }],
  ])('is not sent for %s', (_what, changes) => {
    expect(withdrawalEmailOf({ ...facts, ...changes })).toBeUndefined()
  })
})
