import { isAccountSubscribed } from '#platform/account/account.ts'
import type { CustomerRepository } from '#services/payments/customer.repository.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import { ownsCustomer } from '#services/subscriptions/sync-customer.ts'
import type { ClosedInvoice } from '../stripe-sweep.ts'

interface Dependencies {
  readonly stripe: StripeGateway
  readonly customers: CustomerRepository
}

/** Time that a subscription must have run after a payment to have given access for it. */
const enoughAccessSeconds = 3600

/**
 * Returns whether a payment of an ended subscription bought no access and was not returned. Compares Stripe with our
 * record of the account, and not with the rule about late payments, so that it also finds the errors of that rule. An
 * invoice is marked only after our record gave access for it.
 */
export const isUnmatchedPayment = async (
  { id, customerId }: ClosedInvoice,
  { stripe, customers }: Dependencies,
  now: Date,
): Promise<boolean> => {
  const invoice = await stripe.findInvoice(id)
  const paidAt = invoice?.paidAtEpochSeconds
  if (invoice === undefined || typeof paidAt !== 'number' || invoice.amountPaidMinor === 0) return false
  const { paymentIntentId: intent, subscription, gaveAccess } = invoice
  const accessSeconds = (subscription.endedEpochSeconds ?? Infinity) - paidAt
  // Settled: refunded, or reported to staff because it was made outside of Stripe.
  if (invoice.status !== 'paid' || invoice.isSettled || accessSeconds >= enoughAccessSeconds) return false
  if (intent !== null && (await stripe.findPayment(intent))?.reversal !== undefined) return false
  const account = await customers.findByCustomer(customerId)
  if (account === undefined || !ownsCustomer(account, customerId)) return accessSeconds <= 0 && !gaveAccess
  // The record names the latest payment that bought access. It keeps the name after that access has ended.
  return !isAccountSubscribed(account, now) || !(gaveAccess || account.subscription?.late_invoice_id === id)
}
