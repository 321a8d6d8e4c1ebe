import { apiError } from '#platform/api-error.ts'
import type { CustomerRepository } from './customer.repository.ts'
import type { StripeGateway } from './stripe.gateway.ts'

/**
 * Links a new customer to an account.
 *
 * @throws ApiError `unauthorized` when the account was deleted during the request, `payment_provider_error` when its
 *   deletion has started: an interrupted deletion is abandoned later, and the buyer can then try again
 */
export const linkCustomer = async (
  userId: string,
  customerId: string,
  { customers, stripe }: { readonly customers: CustomerRepository; readonly stripe: StripeGateway },
): Promise<void> => {
  if (await customers.link(userId, customerId)) return
  // The account is or may soon be deleted, so its personal data must not stay at Stripe.
  await stripe.deleteCustomer(customerId)
  throw apiError((await customers.replace(userId, customerId)) ? 'payment_provider_error' : 'unauthorized')
}
