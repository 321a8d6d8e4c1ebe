import type { Stripe } from '#platform/stripe.ts'

/**
 * Returns whether an invoice belongs to a change of plan that was not paid. Such a change is pending or was dropped:
 * the subscription continues as it was.
 */
export const isUnpaidChange = (invoice: string | Stripe.Invoice | null | undefined): boolean =>
  typeof invoice === 'object' &&
  invoice?.billing_reason === 'subscription_update' &&
  invoice.status !== 'paid'
