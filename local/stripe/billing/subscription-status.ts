import type { Account } from '../account/account.ts'
import type { Invoice, Subscription } from '../account/objects.ts'
import { stopCollecting } from './invoice.ts'
import { finishPendingUpdate } from './pending-update.ts'
import { cancellationDetailsOf, endSubscription, isLive, updateSubscription } from './subscription.ts'

/** Returns the subscription of an invoice. */
export const subscriptionOf = (account: Account, invoice: Invoice): Subscription | undefined =>
  account.subscriptions.get(invoice.parent?.subscription_details?.subscription ?? '')

const awaitsPayment = ({ status }: Subscription) =>
  status === 'past_due' || status === 'unpaid' || status === 'incomplete'

/**
 * Makes a subscription active after its latest invoice is paid, and applies its pending update: https://docs.stripe.com/billing/subscriptions/overview.
 */
export const reactivateSubscription = (account: Account, invoice: Invoice): void => {
  const subscription = subscriptionOf(account, invoice)
  if (subscription) finishPendingUpdate(account, subscription, invoice)
  if (subscription?.latest_invoice === invoice.id && awaitsPayment(subscription))
    updateSubscription(account, subscription, { status: 'active' })
}

/** Stops retries and gives the subscription the status from the account's settings. */
export const endRetries = (account: Account, invoice: Invoice, subscription: Subscription): void => {
  stopCollecting(invoice)
  const finalStatus = account.settings.afterRetries
  if (finalStatus !== 'canceled') updateSubscription(account, subscription, { status: finalStatus })
  if (finalStatus === 'canceled')
    endSubscription(account, subscription, cancellationDetailsOf(subscription, 'payment_failed'))
}

/** Makes an active subscription past due after a failed renewal. */
export const markSubscriptionPastDue = (account: Account, invoice: Invoice): void => {
  const subscription = subscriptionOf(account, invoice)
  if (!subscription || !isLive(subscription) || invoice.billing_reason !== 'subscription_cycle') return
  if (subscription.status === 'active') updateSubscription(account, subscription, { status: 'past_due' })
}
