/**
 * The parts of Stripe's API that functions use. The others are about half of the library's code, and bundles leave them
 * out: the library would create all of them with each client. `StripeClient` has only these parts, so a call of another
 * one does not compile.
 */
export const stripeResources = [
  'billingPortal',
  'charges',
  'checkout',
  'customers',
  'disputes',
  'events',
  'invoicePayments',
  'invoices',
  'paymentIntents',
  'prices',
  'refunds',
  'subscriptionSchedules',
  'subscriptions',
  'webhookEndpoints',
] as const
