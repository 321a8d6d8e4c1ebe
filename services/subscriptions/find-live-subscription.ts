import { currentSubscription, isLive, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { Account } from '#platform/account/account.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'

export interface LiveSubscription {
  readonly customerId: string
  readonly subscription: ProviderSubscription
}

/**
 * Finds the live subscription of an account at Stripe: if there are several, the subscription that gives access. The
 * others are duplicates, which the next sync ends, even if our record names one of them.
 */
export const findLiveSubscription = async (
  { profile }: Account,
  stripe: StripeGateway,
): Promise<LiveSubscription | undefined> => {
  const { stripe_customer_id: customerId } = profile
  if (customerId === undefined) return undefined
  const subscription = currentSubscription(await stripe.listSubscriptions(customerId))
  return subscription !== undefined && isLive(subscription) ? { customerId, subscription } : undefined
}
