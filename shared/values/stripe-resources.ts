/**
 * The parts of Stripe's API that functions use. Bundles contain no others, because the library creates all of them with
 * each client: about half of its code. `StripeClient` has the same ones, so a call of another does not compile.
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
] as const
