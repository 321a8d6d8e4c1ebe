import { type Entitlement, isLive, isUnpaid } from '#shared/rules/entitlement.ts'
import { poundsAndPence, type SubscriptionPlan } from '#shared/values/plans.ts'
import { isAccountSubscribed, type Account } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import { type AccountPageDependencies, openAccountPage } from '#services/payments/open-account-page.ts'
import { syncCustomer, type SyncDependencies, type SyncResult } from '../sync-customer.ts'

export type CheckoutDependencies = SyncDependencies & AccountPageDependencies

/**
 * Directs customers with an unpaid balance to their invoice. Paying it restores a past-due subscription; the invoice of
 * a subscription that has ended buys one period.
 */
const paymentDue = ({ balanceMinor, status }: Entitlement) => {
  if (balanceMinor === undefined) return apiError('payment_due')
  const balance = `You have an unpaid balance of ${poundsAndPence(balanceMinor)}`
  const message = isUnpaid(status)
    ? `${balance}. Please pay it from your profile first: paying it restores your access.`
    : `${balance} from a subscription that has ended. Please pay it from your profile first: paying it gives you access for one more period, starting on the day you pay.`
  return apiError('payment_due', { message })
}

const disputed = 'One of your payments is disputed. You can subscribe again once the dispute is settled.'

/**
 * Returns why a customer who has had a subscription cannot buy one now, or `undefined` if they can. An open invoice
 * comes before a dispute of another payment, because paying it gives access. While a running subscription is suspended
 * by a dispute, the invoice of an earlier one would give nothing.
 */
const rejectionOf = (synced: SyncResult) => {
  const { subscribed, status, balanceMinor, reversal, hasLive } = synced
  const isSuspended = !subscribed && reversal?.reason === 'disputed'
  if (isUnpaid(status)) return paymentDue(synced)
  if (balanceMinor !== undefined && !subscribed && !(isSuspended && hasLive)) return paymentDue(synced)
  if (isSuspended) return apiError('payment_disputed', { message: disputed })
  return subscribed || hasLive ? apiError('already_subscribed') : undefined
}

/** Checks at Stripe for a live subscription and for debts, because a webhook may not have arrived yet. */
const rejectionAtStripe = async (
  { userId, customerId, now }: { readonly userId: string; readonly customerId: string; readonly now: Date },
  deps: CheckoutDependencies,
) => {
  const subscriptions = await deps.stripe.listSubscriptions(customerId)
  const hasBought = subscriptions.some((one) => isLive(one) || one.status === 'canceled')
  return hasBought ? rejectionOf(await syncCustomer({ userId, customerId, now }, deps)) : undefined
}

/**
 * Opens the payment page of a plan. The email address comes from the account and the price from Stripe, never from the
 * request.
 */
export const startCheckout = async (
  account: Account,
  plan: SubscriptionPlan,
  deps: CheckoutDependencies,
  now: Date,
) => {
  if (isAccountSubscribed(account, now)) return apiError('already_subscribed')
  const userId = account.profile.user_id
  return openAccountPage(account, { plan, now }, deps, (customerId) =>
    rejectionAtStripe({ userId, customerId, now }, deps),
  )
}
