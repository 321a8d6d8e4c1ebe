import { type Stripe, undefinedIfMissing, withStripe, type StripeClient } from '#platform/stripe.ts'

/** Ids of an account at Stripe. */
export interface StripeIds {
  /** Customers. There is one, or several if a request failed between creating a customer and recording it. */
  readonly customers: readonly string[]
  /** Subscriptions that have not ended. */
  readonly subscriptions: readonly string[]
}

interface AccountIdentity {
  readonly userId: string
  /** The present address and the former ones: a request may have failed before an address was changed. */
  readonly emails: readonly string[]
  readonly knownCustomer: string | undefined
}

const pageSize = 100
const maxItems = 10_000
const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired']
const hasEnded = ({ status }: Stripe.Subscription): boolean => endedStatuses.includes(status)

const subscriptionsOf = async (stripe: StripeClient, customer: string): Promise<Stripe.Subscription[]> => {
  const list = stripe.subscriptions.list({ customer, status: 'all', limit: pageSize })
  return (await undefinedIfMissing(list.autoPagingToArray({ limit: maxItems }))) ?? []
}

/** Expires open Checkout Sessions, so that an account that is being deleted cannot be paid for. */
const expireSessions = async (stripe: StripeClient, customer: string): Promise<void> => {
  const list = stripe.checkout.sessions.list({ customer, status: 'open', limit: pageSize })
  for (const { id } of (await undefinedIfMissing(list.autoPagingToArray({ limit: maxItems }))) ?? [])
    await undefinedIfMissing(stripe.checkout.sessions.expire(id))
}

/** Calls to Stripe for an account deletion. A failure of Stripe throws the ApiError `payment_provider_error`. */
export const stripeCustomers = {
  /** Finds the ids at Stripe, not in our projection: by the known customer, the emails and the metadata. */
  find: ({ userId, emails, knownCustomer }: AccountIdentity): Promise<StripeIds> =>
    withStripe(async (stripe) => {
      const customers = new Set<string>()
      if (knownCustomer !== undefined) customers.add(knownCustomer)
      for (const email of emails)
        for await (const { id, metadata } of stripe.customers.list({ email, limit: pageSize }))
          if (metadata['user_id'] === userId) customers.add(id)
      const subscriptions: string[] = []
      for (const customer of customers)
        for (const subscription of await subscriptionsOf(stripe, customer))
          if (!hasEnded(subscription)) subscriptions.push(subscription.id)
      return { customers: [...customers], subscriptions }
    }),

  /**
   * Deletes the customers, which cancels their subscriptions in the same step. Then cancels any subscription that
   * is still active. Expires Checkout Sessions before and after, because one may be opened in between. Can be
   * repeated.
   */
  delete: ({ customers, subscriptions }: StripeIds): Promise<void> =>
    withStripe(async (stripe) => {
      for (const customer of customers) {
        await expireSessions(stripe, customer)
        await undefinedIfMissing(stripe.customers.del(customer))
        await expireSessions(stripe, customer)
      }
      for (const id of subscriptions) {
        const subscription = await undefinedIfMissing(stripe.subscriptions.retrieve(id))
        if (subscription !== undefined && !hasEnded(subscription)) await stripe.subscriptions.cancel(id)
      }
    }),

  /** Returns true if at least one of these customers is deleted. */
  isAnyDeleted: ({ customers }: Pick<StripeIds, 'customers'>): Promise<boolean> =>
    withStripe(async (stripe) => {
      for (const id of customers) {
        const customer = await undefinedIfMissing(stripe.customers.retrieve(id))
        if (customer === undefined || customer.deleted) return true
      }
      return false
    }),

  /** Lists customers that were created since this time, with the account that each was created for. */
  listCreatedSince: (since: Date): Promise<{ customerId: string; userId: string }[]> =>
    withStripe(async (stripe) => {
      const found: { customerId: string; userId: string }[] = []
      for await (const { id, created, metadata } of stripe.customers.list({ limit: pageSize })) {
        if (created * 1000 < since.getTime()) break
        const userId = metadata['user_id']
        if (userId !== undefined) found.push({ customerId: id, userId })
      }
      return found
    }),
} as const

export type StripeCustomers = typeof stripeCustomers
