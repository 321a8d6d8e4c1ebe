import type { Account } from '../account.ts'
import type { Invoice, Subscription } from '../wire.ts'
import { stopCollecting } from './invoice.ts'
import { detailsWith, endNow, isLive, updateSubscription } from './subscription.ts'

/** The subscription that an invoice is for. */
export const subscriptionOf = (account: Account, invoice: Invoice): Subscription | undefined =>
  account.subscriptions.get(invoice.parent?.subscription_details?.subscription ?? '')

const recovers = ({ status }: Subscription) =>
  status === 'past_due' || status === 'unpaid' || status === 'incomplete'

/** A payment brings the subscription back. Only the latest invoice decides: https://docs.stripe.com/billing/subscriptions/overview. */
export const afterSettling = (account: Account, invoice: Invoice): void => {
  const subscription = subscriptionOf(account, invoice)
  if (subscription?.latest_invoice === invoice.id && recovers(subscription))
    updateSubscription(account, subscription, { status: 'active' })
}

/** Nothing is tried any more: what the account is set to do with the subscription. */
export const exhaust = (account: Account, invoice: Invoice, subscription: Subscription): void => {
  stopCollecting(invoice)
  const end = account.settings.afterRetries
  if (end !== 'canceled') updateSubscription(account, subscription, { status: end })
  if (end === 'canceled') endNow(account, subscription, detailsWith(subscription, 'payment_failed'))
}

/** The first renewal that fails leaves the subscription past due. */
export const afterFailing = (account: Account, invoice: Invoice): void => {
  const subscription = subscriptionOf(account, invoice)
  if (!subscription || !isLive(subscription) || invoice.billing_reason !== 'subscription_cycle') return
  if (subscription.status === 'active') updateSubscription(account, subscription, { status: 'past_due' })
}
