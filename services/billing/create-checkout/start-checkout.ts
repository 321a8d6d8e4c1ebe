import { type Entitlement, isLive, isUnpaid } from '../../../shared/rules/entitlement.ts'
import type { SubscriptionPlan } from '../../../shared/values/plans.ts'
import { isMemberSubscribed, type Member } from '../../platform/member.ts'
import { refused } from '../../platform/refusal.ts'
import { customerOf } from '../customer-of.ts'
import { openPage, type PageNeeds } from '../open-page.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'

/** A subscription that waits for its payment is in the way of another one: who has it gets in by paying. */
const alreadyThere = ({ status }: Entitlement) =>
  isUnpaid(status)
    ? refused('already_subscribed', {
        message: 'Your subscription waits for a payment. Your profile leads to the open invoice.',
      })
    : refused('already_subscribed')

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
  if (subscriptions.some(isLive)) return alreadyThere(await syncCustomer({ userId, customerId, now }, needs))
  return openPage({ userId, customerId, plan, now }, needs)
}
