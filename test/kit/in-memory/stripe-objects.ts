/** Objects as Stripe's API returns them. Tests change the fields that matter to them. */

export const aStripePrice = (changes: object = {}) => ({
  id: 'price_monthly',
  lookup_key: 'advice_monthly',
  unit_amount: 5000,
  currency: 'gbp',
  recurring: { interval: 'month' },
  ...changes,
})

export const aStripeSubscription = (changes: object = {}) => ({
  id: 'sub_1',
  status: 'active',
  customer: 'cus_1',
  created: 1_800_000_000,
  start_date: 1_800_000_000,
  ended_at: null,
  cancel_at: null,
  canceled_at: null,
  cancel_at_period_end: false,
  cancellation_details: null,
  default_payment_method: null,
  metadata: {},
  pause_collection: null,
  pending_update: null,
  schedule: null,
  latest_invoice: null,
  items: {
    data: [
      {
        id: 'si_1',
        current_period_start: 1_800_000_000,
        current_period_end: 1_802_000_000,
        quantity: 1,
        price: aStripePrice(),
      },
    ],
  },
  ...changes,
})

/** The invoice of a subscription, or of another purchase if `subscription` is undefined. */
export const aStripeInvoice = (changes: object = {}, subscription: unknown = 'sub_1') => ({
  id: 'in_1',
  status: 'open',
  billing_reason: 'subscription_cycle',
  customer: 'cus_1',
  customer_email: 'payer@people.example',
  created: 1_800_000_000,
  currency: 'gbp',
  total: 5000,
  amount_due: 5000,
  amount_paid: 0,
  amount_remaining: 5000,
  starting_balance: 0,
  ending_balance: 0,
  attempt_count: 1,
  next_payment_attempt: null,
  number: 'A-1',
  hosted_invoice_url: 'https://invoice.example/in_1',
  metadata: {},
  payments: { data: [] },
  lines: { data: [{ amount: 5000, period: { start: 1_800_000_000, end: 1_802_000_000 } }] },
  status_transitions: { paid_at: null },
  parent: subscription === undefined ? null : { subscription_details: { subscription } },
  ...changes,
})

export const aStripeCharge = (changes: object = {}) => ({
  id: 'ch_1',
  status: 'succeeded',
  customer: 'cus_1',
  amount: 5000,
  amount_captured: 5000,
  amount_refunded: 0,
  refunded: false,
  refunds: { data: [], has_more: false },
  disputed: false,
  created: 1_800_000_000,
  currency: 'gbp',
  metadata: {},
  billing_details: { email: 'payer@people.example' },
  receipt_email: null,
  receipt_number: '1000-1',
  receipt_url: 'https://receipt.example/ch_1',
  payment_intent: null,
  payment_method_details: { card: { brand: 'visa', last4: '4242' } },
  ...changes,
})

/** The payment of an invoice. */
export const paidBy = (intent: string, status = 'paid') => ({
  payments: { data: [{ status, payment: { payment_intent: intent } }] },
})
