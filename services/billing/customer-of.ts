import type { Member } from '../platform/member.ts'
import { refused } from '../platform/refusal.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { StripeGateway } from './stripe.gateway.ts'

/**
 * The Stripe customer that a person is: made, and noted as theirs, before any payment page is opened.
 *
 * @throws Refusal `unauthorized` when the account has been deleted meanwhile
 */
export const customerOf = async (
  { profile }: Member,
  { billing, stripe }: { readonly billing: BillingRepository; readonly stripe: StripeGateway },
): Promise<string> => {
  if (profile.stripe_customer_id !== undefined) return profile.stripe_customer_id
  const customerId = await stripe.createCustomer({
    userId: profile.user_id,
    email: profile.email,
    name: profile.full_name,
    former: profile.former_stripe_customer_id,
  })
  if (await billing.linkCustomer(profile.user_id, customerId)) return customerId
  // The account was deleted while this request was under way: nothing of the person may stay there.
  await stripe.deleteCustomer(customerId)
  throw refused('unauthorized')
}
