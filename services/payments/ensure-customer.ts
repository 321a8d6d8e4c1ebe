import type { Account } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import type { CustomerRepository } from './customer.repository.ts'
import type { StripeGateway } from './stripe.gateway.ts'

/**
 * Returns the Stripe customer of an account. Creates and links it when there is none.
 *
 * @throws ApiError `unauthorized` when the account was deleted during the request, `payment_provider_error` when its
 *   deletion has started: an interrupted deletion is abandoned later, and the buyer can then try again
 */
export const ensureCustomer = async (
  { profile }: Account,
  { customers, stripe }: { readonly customers: CustomerRepository; readonly stripe: StripeGateway },
): Promise<string> => {
  if (profile.stripe_customer_id !== undefined) return profile.stripe_customer_id
  const customerId = await stripe.createCustomer(profile)
  if (await customers.link(profile.user_id, customerId)) return customerId
  // The account is or may soon be deleted, so its personal data must not stay at Stripe.
  await stripe.deleteCustomer(customerId)
  throw apiError(
    (await customers.replace(profile.user_id, customerId)) ? 'payment_provider_error' : 'unauthorized',
  )
}
