import type { Member } from '../platform/member.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { StripeGateway } from './stripe.gateway.ts'

/** The Stripe customer that a person is: made, and noted as theirs, before any payment page is opened. */
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
  await billing.linkCustomer(profile.user_id, customerId)
  return customerId
}
