import { isLive, type ProviderSubscription } from '../../shared/rules/entitlement.ts'
import type { Member } from '../platform/member.ts'
import type { StripeGateway } from './stripe.gateway.ts'

export interface Live {
  readonly customerId: string
  readonly subscription: ProviderSubscription
}

/** The subscription of a person that lives, asked of Stripe; `undefined` when there is none. */
export const liveSubscription = async (
  { profile, subscription: known }: Member,
  stripe: StripeGateway,
): Promise<Live | undefined> => {
  const { stripe_customer_id: customerId } = profile
  if (customerId === undefined) return undefined
  const live = (await stripe.subscriptionsOf(customerId)).filter(isLive)
  const subscription = live.find(({ id }) => id === known?.stripe_subscription_id) ?? live[0]
  return subscription && { customerId, subscription }
}

/** Is its end scheduled, in either of the two shapes? */
export const isEnding = ({ cancelAtPeriodEnd, cancelAtEpochSeconds }: ProviderSubscription): boolean =>
  cancelAtPeriodEnd || cancelAtEpochSeconds !== null
