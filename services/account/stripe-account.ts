import { isMissing, type Stripe, withStripe } from '../platform/stripe.ts'

/** A person as the payment provider knows them. */
export interface HeldByStripe {
  /** Ids of their customers; they have one, unless a request died between making and noting it. */
  readonly customers: readonly string[]
  /** Ids of the subscriptions that are not over. */
  readonly subscriptions: readonly string[]
}

const pageSize = 100
const overStatuses: readonly string[] = ['canceled', 'incomplete_expired']
const isOver = ({ status }: Stripe.Subscription): boolean => overStatuses.includes(status)

/** What there is; `undefined` of what Stripe does not know, or not any more. */
const ifThere = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (fault) {
    if (isMissing(fault)) return undefined
    throw fault
  }
}

const subscriptionsOf = async (stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> => {
  const list = stripe.subscriptions.list({ customer, status: 'all', limit: pageSize })
  return (await ifThere(list.autoPagingToArray({ limit: 10_000 }))) ?? []
}

/** Closes the payment pages that are open, so that nobody pays for what nobody will get. */
const closePages = async (stripe: Stripe, customer: string): Promise<void> => {
  const list = stripe.checkout.sessions.list({ customer, status: 'open', limit: pageSize })
  for (const { id } of (await ifThere(list.autoPagingToArray({ limit: 10_000 }))) ?? [])
    await ifThere(stripe.checkout.sessions.expire(id))
}

/** What the end of an account asks of Stripe. Every failure of the provider is a refusal. */
export const stripeAccount = {
  /** Looks a person up at Stripe itself, not in our record: by what we know, and by what was made for them. */
  find: (person: { userId: string; email: string; known: string | undefined }): Promise<HeldByStripe> =>
    withStripe(async (stripe) => {
      const customers = new Set<string>()
      if (person.known !== undefined) customers.add(person.known)
      for await (const { id, metadata } of stripe.customers.list({ email: person.email, limit: pageSize }))
        if (metadata['user_id'] === person.userId) customers.add(id)
      const subscriptions: string[] = []
      for (const customer of customers)
        for (const one of await subscriptionsOf(stripe, customer))
          if (!isOver(one)) subscriptions.push(one.id)
      return { customers: [...customers], subscriptions }
    }),

  /**
   * Deletes the customers, which ends their subscriptions in the same step, so that nobody is left with one
   * and without the other; then makes sure that none of the subscriptions lives on, and that no payment page
   * was opened at the last moment. Repeating it is harmless.
   */
  end: ({ customers, subscriptions }: HeldByStripe): Promise<void> =>
    withStripe(async (stripe) => {
      for (const customer of customers) {
        await closePages(stripe, customer)
        await ifThere(stripe.customers.del(customer))
        await closePages(stripe, customer)
      }
      for (const id of subscriptions) {
        const subscription = await ifThere(stripe.subscriptions.retrieve(id))
        if (subscription !== undefined && !isOver(subscription)) await stripe.subscriptions.cancel(id)
      }
    }),

  /** Is at least one of these customers deleted? */
  hasBegunToEnd: ({ customers }: Pick<HeldByStripe, 'customers'>): Promise<boolean> =>
    withStripe(async (stripe) => {
      for (const id of customers) {
        const customer = await ifThere(stripe.customers.retrieve(id))
        if (customer === undefined || customer.deleted) return true
      }
      return false
    }),

  /** Customers made since then, with the person that each was made for. */
  newSince: (since: Date): Promise<{ customerId: string; userId: string }[]> =>
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

export type StripeAccount = typeof stripeAccount
