import { apiError } from '#platform/api-error.ts'
import type { CustomerRepository } from './customer.repository.ts'
import type { StripeGateway } from './stripe.gateway.ts'

/**
 * Links a new customer to an account.
 *
 * @throws ApiError `unauthorized` when the account was deleted during the request, `payment_provider_error` when the
 *   buyer can try again: a concurrent request has linked another customer, because the details of the account changed in
 *   between, or the deletion of the account has started, and may be abandoned later
 */
export const linkCustomer = async (
  userId: string,
  customerId: string,
  { customers, stripe }: { readonly customers: CustomerRepository; readonly stripe: StripeGateway },
): Promise<void> => {
  if (await customers.link(userId, customerId)) return
  // Record it before the deletion: if this request is interrupted after it, the next one must not get the deleted
  // customer.
  const isReplaced = await customers.replace(userId, customerId)
  if (!isReplaced && (await customers.find(userId))?.profile.stripe_customer_id === customerId) return
  // No account has this customer, so its personal data must not stay at Stripe.
  await stripe.deleteCustomer(customerId)
  throw apiError(isReplaced ? 'payment_provider_error' : 'unauthorized')
}
