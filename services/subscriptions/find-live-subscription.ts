import { isLive, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { Account } from '#platform/account/account.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'

export interface LiveSubscription {
  readonly customerId: string
  readonly subscription: ProviderSubscription
}

/** Finds the live subscription of an account at Stripe. Prefers the one in our record when there are several. */
export const findLiveSubscription = async (
  { profile, subscription: record }: Account,
  stripe: StripeGateway,
): Promise<LiveSubscription | undefined> => {
  const { stripe_customer_id: customerId } = profile
  if (customerId === undefined) return undefined
  const live = (await stripe.listSubscriptions(customerId)).filter(isLive)
  const subscription = live.find(({ id }) => id === record?.stripe_subscription_id) ?? live[0]
  return subscription && { customerId, subscription }
}
