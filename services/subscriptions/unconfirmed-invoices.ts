import { type Entitlement, isUnpaid, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { Account } from '#platform/account/account.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'

interface FirstRecord {
  readonly account: Account
  readonly entitlement: Entitlement
  /** True if the subscription starts to give access. */
  readonly isWelcome: boolean
  readonly subscriptions: readonly ProviderSubscription[]
  readonly listInvoices: () => Promise<readonly SubscriptionInvoice[]>
}

/** Finds a subscription that our record shows for the first time as giving access, unpaid or ended. */
const findFirstRecorded = ({ account, entitlement, isWelcome, subscriptions }: FirstRecord) => {
  const { subscription: before } = account
  const { subscriptionId, status } = entitlement
  const isOver = isUnpaid(status) || status === 'canceled'
  const isRecorded = before?.stripe_subscription_id === subscriptionId && before?.status === status
  const isFirst = before?.welcomed !== subscriptionId && (isWelcome || (isOver && !isRecorded))
  return isFirst ? subscriptions.find(({ id }) => id === subscriptionId) : undefined
}

/**
 * Returns the invoices to confirm before a subscription is recorded for the first time. The events about their payments
 * may be lost. Usually it has only one invoice, and none is listed.
 */
export const unconfirmedInvoices = async (facts: FirstRecord): Promise<string[]> => {
  const found = findFirstRecorded(facts)
  if (found === undefined) return []
  if (!found.hasLaterInvoice) return found.latestInvoiceId ? [found.latestInvoiceId] : []
  const invoices = await facts.listInvoices()
  return invoices
    .filter(({ status, subscription }) => status === 'paid' && subscription.id === found.id)
    .map(({ id }) => id)
}
