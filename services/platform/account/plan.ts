import { isSubscribed } from '#shared/rules/access.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import type { SubscriberRecord } from './records.ts'

/** Returns the plan that a stored subscription gives now. */
export const planOf = (subscriber: SubscriberRecord | undefined, now: Date): SubscriptionPlan | 'none' => {
  if (subscriber === undefined) return 'none'
  const { subscribed, subscription_end, subscription_tier } = subscriber
  const isCurrent = isSubscribed({ subscribed, subscriptionEnd: subscription_end }, now)
  return (isCurrent ? subscription_tier : null) ?? 'none'
}
