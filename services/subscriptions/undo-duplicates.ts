import { duplicateSubscriptions, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import { log } from '#platform/log.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'

/**
 * Refunds every payment of a duplicate. Returns the refunded amount in pence, or `undefined` while something is due: a
 * dispute is open, or a refund is not final.
 */
const refundPayments = async (
  customerId: string,
  duplicateId: string,
  stripe: StripeGateway,
): Promise<number | undefined> => {
  let refunded = 0
  let isDue = false
  for (const invoice of await stripe.listInvoices(customerId)) {
    if (invoice.subscription.id !== duplicateId || invoice.paymentIntentId === null) continue
    const outcome = await stripe.refundInFull(invoice.paymentIntentId, `duplicate:${invoice.id}`)
    if (outcome.state === 'refunded') refunded += outcome.amountMinor
    isDue ||= outcome.state !== 'refunded' && outcome.state !== 'dispute_lost'
  }
  return isDue ? undefined : refunded
}

/**
 * Refunds a marked duplicate. The mark stays until the money has moved, so a run that fails in between is continued by
 * the next sync of the customer. The event about each refund sends its email.
 *
 * @returns whether something was refunded
 */
const settleDuplicate = async (
  { id }: ProviderSubscription,
  customerId: string,
  stripe: StripeGateway,
): Promise<boolean> => {
  const amountMinor = await refundPayments(customerId, id, stripe)
  if (amountMinor === undefined) return false
  await stripe.markDuplicate(id, 'settled')
  return amountMinor > 0
}

/**
 * Cancels and refunds duplicate subscriptions. Each is marked at Stripe first: what remains to be done follows from
 * the mark and from Stripe's state, whichever step failed before.
 */
export const undoDuplicates = async (
  customerId: string,
  stripe: StripeGateway,
): Promise<{ subscriptions: ProviderSubscription[]; refunds: number }> => {
  const before = await stripe.listSubscriptions(customerId)
  const found = duplicateSubscriptions(before)
  for (const { id } of found) {
    log.warn('cancelling a duplicate subscription', { subscription: id })
    await stripe.markDuplicate(id, 'refund_due')
  }
  const due = [...found, ...before.filter(({ duplicate }) => duplicate === 'refund_due')]
  let refunds = 0
  for (const subscription of due) {
    if (subscription.status !== 'canceled') await stripe.cancelNow(subscription.id)
    if (await settleDuplicate(subscription, customerId, stripe)) refunds += 1
  }
  return { subscriptions: due.length === 0 ? before : await stripe.listSubscriptions(customerId), refunds }
}
