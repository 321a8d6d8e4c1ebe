import { isMissing, createOnce, withStripe } from '#platform/stripe.ts'

export const customerRequests = {
  /**
   * Creates the customer of an account. Repeated calls return the same customer.
   *
   * @param account `formerCustomerId` is a customer of the account that was deleted at Stripe, which the new one replaces
   */
  createCustomer: (account: {
    userId: string
    email: string
    name: string
    formerCustomerId: string | undefined
  }): Promise<string> =>
    withStripe(async (stripe) => {
      const details = { email: account.email, name: account.name, metadata: { user_id: account.userId } }
      const key = [`customer:${account.userId}`, account.formerCustomerId].filter(Boolean).join(':')
      const customer = await createOnce(key, (options) => stripe.customers.create(details, options))
      return customer.id
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

  /** Opens Stripe's billing portal, where customers manage cards, invoices and cancellation. Returns its URL. */
  openPortal: (customerId: string, returnUrl: string): Promise<string> =>
    withStripe(async (stripe) => {
      const portal = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
      })
      return portal.url
    }),
} as const
