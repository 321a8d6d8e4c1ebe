import { createCheckout } from '#shared/contract/subscriptions.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { callOk, type SignedInUser } from './call.ts'
import { sessionOf, stripe } from './stripe.ts'

/** Opens the payment page for a plan and returns the id of its Checkout Session. */
export const openCheckout = async (as: SignedInUser, plan: SubscriptionPlan = 'monthly'): Promise<string> =>
  sessionOf((await callOk(createCheckout, { as, body: { plan } })).url)

/** Pays on the hosted page while all webhooks are held. Returns the id of the Checkout Session. */
export const payWithHeldWebhooks = async (
  as: SignedInUser,
  plan: SubscriptionPlan = 'monthly',
): Promise<string> => {
  const session = await openCheckout(as, plan)
  await stripe.hold()
  await stripe.pay(session)
  return session
}
