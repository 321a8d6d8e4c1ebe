import { describe, expect, test } from 'vitest'
import { isPaymentDue } from './account.ts'
import { subscriptionRecord } from './records.ts'

const subscription = (facts: object) =>
  subscriptionRecord.parse({
    entity: 'subscription',
    user_id: 'ana',
    stripe_customer_id: 'cus_1',
    stripe_subscription_id: 'sub_1',
    status: 'active',
    cancel_at_period_end: false,
    current_period_end: null,
    version: 1,
    welcomed: null,
    ...facts,
  })

describe('a payment', () => {
  test.each([
    ['is due for a past-due subscription', true, { status: 'past_due' }],
    ['is not due without an unpaid invoice', false, {}],
    ['is due for the invoice of an earlier subscription', true, { balance_due_minor: 5000 }],
    [
      'is not due while the running subscription is disputed: paying would give nothing',
      false,
      { balance_due_minor: 5000, disputed: true },
    ],
    [
      'is due for a disputed subscription that has ended',
      true,
      { balance_due_minor: 5000, disputed: true, status: 'canceled' },
    ],
  ])('%s', (_title, isDue, facts) => {
    expect(isPaymentDue({ subscription: subscription(facts) })).toBe(isDue)
  })

  test('is not due without a subscription', () => {
    expect(isPaymentDue({ subscription: undefined })).toBe(false)
  })
})
