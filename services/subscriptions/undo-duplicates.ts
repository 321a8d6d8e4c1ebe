import { duplicateSubscriptions, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { Account } from '#platform/account/account.ts'
import { log } from '#platform/log.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionRepository } from './subscription.repository.ts'

export interface UndoDependencies {
  readonly stripe: StripeGateway
  readonly subscriptions: SubscriptionRepository
}

/** Refunds every payment of a duplicate. Returns the refunded amount in pence, or `undefined` while a dispute is open. */
const refundPayments = async (
  customerId: string,
  duplicateId: string,
  stripe: StripeGateway,
): Promise<number | undefined> => {
  let refunded = 0
  let isDisputed = false
  for (const invoice of await stripe.listInvoices(customerId)) {
    if (invoice.subscription.id !== duplicateId || invoice.paymentIntentId === null) continue
    const outcome = await stripe.refundInFull(invoice.paymentIntentId, `duplicate:${invoice.id}`)
    if (outcome.state === 'refunded') refunded += outcome.amountMinor
    isDisputed ||= outcome.state === 'disputed'
  }
  return isDisputed ? undefined : refunded
}

/**
 * Refunds a marked duplicate and emails the amount that Stripe refunded. The mark stays until both are done, so a run
 * that fails in between is continued by the next sync of the customer.
 *
 * @returns whether something was refunded
 */
const settleDuplicate = async (
  { id }: ProviderSubscription,
  { profile }: Account,
  customerId: string,
  { stripe, subscriptions }: UndoDependencies,
  now: Date,
): Promise<boolean> => {
  const amountMinor = await refundPayments(customerId, id, stripe)
  if (amountMinor === undefined) return false
  if (amountMinor > 0)
    await subscriptions.queueEmail(
      `duplicate:${id}`,
      profile.email,
      { template: 'refunded', what: 'duplicate', amount_minor: amountMinor },
      now,
    )
  await stripe.markDuplicate(id, 'settled')
  return amountMinor > 0
}

/**
 * Cancels and refunds duplicate subscriptions. Each is marked at Stripe first: what remains to be done follows from
 * the mark and from Stripe's state, whichever step failed before.
 */
export const undoDuplicates = async (
  account: Account,
  customerId: string,
  deps: UndoDependencies,
  now: Date,
): Promise<{ subscriptions: ProviderSubscription[]; refunds: number }> => {
  const { stripe } = deps
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
    if (await settleDuplicate(subscription, account, customerId, deps, now)) refunds += 1
  }
  return { subscriptions: due.length === 0 ? before : await stripe.listSubscriptions(customerId), refunds }
}
