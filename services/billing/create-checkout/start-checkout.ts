import { isLive } from '../../../shared/rules/entitlement.ts'
import type { SubscriptionPlan } from '../../../shared/values/plans.ts'
import { isMemberSubscribed, type Member } from '../../platform/member.ts'
import { refused } from '../../platform/refusal.ts'
import { customerOf } from '../customer-of.ts'
import { openPage, type PageNeeds } from '../open-page.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'

/**
 * Opens the payment page. Stripe is asked first whether a subscription lives already, because our own record
 * may not have heard of it yet; the e-mail and the price are ours and Stripe's, never the caller's.
 */
export const startCheckout = async (
  member: Member,
  plan: SubscriptionPlan,
  needs: SyncNeeds & PageNeeds,
  now: Date,
) => {
  if (isMemberSubscribed(member, now)) return refused('already_subscribed')
  const userId = member.profile.user_id
  const customerId = await customerOf(member, needs)
  const subscriptions = await needs.stripe.subscriptionsOf(customerId)
  if (subscriptions.some(isLive)) {
    await syncCustomer({ userId, customerId, now }, needs)
    return refused('already_subscribed')
  }
  return openPage({ userId, customerId, plan, now }, needs)
}
