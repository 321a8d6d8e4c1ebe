import { billingRequests } from './stripe/billing.ts'
import { checkoutSessionRequests } from './stripe/checkout-sessions.ts'
import { creditRequests } from './stripe/credit.ts'
import { customerRequests } from './stripe/customers.ts'
import { invoiceRequests } from './stripe/invoices.ts'
import { paymentRequests } from './stripe/payments.ts'
import { refundRequests } from './stripe/refunds.ts'
import { renewalRequests } from './stripe/renewals.ts'
import { subscriptionRequests } from './stripe/subscriptions.ts'

/**
 * The requests that our operations make to Stripe.
 *
 * @throws ApiError `payment_provider_error` when Stripe fails or cannot be reached
 */
export const stripeGateway = {
  ...billingRequests,
  ...customerRequests,
  ...checkoutSessionRequests,
  ...creditRequests,
  ...subscriptionRequests,
  ...paymentRequests,
  ...invoiceRequests,
  ...refundRequests,
  ...renewalRequests,
} as const

export type StripeGateway = typeof stripeGateway
