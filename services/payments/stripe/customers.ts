import type { ProfileRecord } from '#platform/account/records.ts'
import { isMissing, createOnce, undefinedIfMissing, withStripe } from '#platform/stripe.ts'

/**
 * Returns the details of an account that Stripe stores. A VAT invoice above £250 needs the customer's name and address,
 * so the company is the first line of the address.
 */
const detailsOf = (profile: ProfileRecord) => ({
  email: profile.email,
  name: profile.full_name,
  address: {
    line1: profile.company_name,
    line2: profile.street_address,
    city: profile.city,
    postal_code: profile.postcode,
    country: 'GB',
  },
})

export const customerRequests = {
  /**
   * Creates the customer of an account. Repeated calls return the same customer. A customer that was deleted at Stripe
   * is replaced.
   */
  createCustomer: (profile: ProfileRecord): Promise<string> =>
    withStripe(async (stripe) => {
      const { user_id, former_stripe_customer_id, details_changed_at } = profile
      const params = { ...detailsOf(profile), metadata: { user_id } }
      // Stripe rejects a repeated key with other details.
      const key = ['customer', user_id, former_stripe_customer_id, details_changed_at]
        .filter((part) => part !== undefined)
        .join(':')
      const customer = await createOnce(key, (options) => stripe.customers.create(params, options))
      return customer.id
    }),

  /** Updates name, email and address of a customer. Does nothing when the customer is deleted at Stripe. */
  updateCustomer: (customerId: string, profile: ProfileRecord): Promise<void> =>
    withStripe(async (stripe) => {
      try {
        const customer = await stripe.customers.retrieve(customerId)
        if (!customer.deleted) await stripe.customers.update(customerId, detailsOf(profile))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }),

  /** Deletes a customer. Does nothing when the customer is already deleted. */
  deleteCustomer: (customerId: string): Promise<void> =>
    withStripe(async (stripe) => {
      try {
        await stripe.customers.del(customerId)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }),

  /**
   * Opens Stripe's billing portal, where customers manage cards, invoices and cancellation. Returns its URL, or
   * `undefined` for a deleted customer.
   */
  openPortal: (customerId: string, returnUrl: string): Promise<string | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        const portal = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
        })
        return portal.url
      }),
    ),
} as const
