import type { ProviderSubscription } from '../../shared/rules/entitlement.ts'
import { type Stripe, withStripe } from '../platform/stripe.ts'
import { toSubscription } from './stripe.gateway.ts'
import { idOf, passKinds } from './stripe-session.ts'

const pageSize = 100

const isNotOlder = ({ created }: { created: number }, since: Date) => created * 1000 >= since.getTime()

/** The newest of a list, back to a time: Stripe lists newest first. */
const newestSince = async <T extends { created: number }>(
  list: AsyncIterable<T>,
  since: Date,
): Promise<T[]> => {
  const found: T[] = []
  for await (const one of list) {
    if (!isNotOlder(one, since)) break
    found.push(one)
  }
  return found
}

const isPassSession = ({ mode, metadata }: Stripe.Checkout.Session) =>
  mode === 'payment' && Object.values<string | undefined>(passKinds).includes(metadata?.['kind'])

const present = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** What a nightly look at the whole account needs of Stripe. */
export const stripeSweep = {
  /** Every subscription that is not over, by its customer. */
  subscriptionsByCustomer: (): Promise<ReadonlyMap<string, readonly ProviderSubscription[]>> =>
    withStripe(async (stripe) => {
      const byCustomer = new Map<string, ProviderSubscription[]>()
      for await (const subscription of stripe.subscriptions.list({ limit: pageSize })) {
        const customerId = idOf(subscription.customer)
        if (customerId === null) continue
        const known = byCustomer.get(customerId) ?? []
        byCustomer.set(customerId, [...known, toSubscription(subscription)])
      }
      return byCustomer
    }),

  /** Customers of whom a subscription ended lately. */
  customersThatLeft: (since: Date): Promise<string[]> =>
    withStripe(async (stripe) => {
      const list = stripe.events.list({ type: 'customer.subscription.deleted', limit: pageSize })
      const events = await newestSince(list, since)
      return present(
        events.map(({ data }) => ('customer' in data.object ? idOf(data.object.customer) : null)),
      )
    }),

  /** Sessions that bought a pass lately. */
  passSessions: (since: Date): Promise<string[]> =>
    withStripe(async (stripe) => {
      const list = stripe.checkout.sessions.list({ status: 'complete', limit: pageSize })
      return (await newestSince(list, since)).filter(isPassSession).map(({ id }) => id)
    }),

  /** Payments of which money went back, or was asked back, lately. */
  paymentsThatMoved: (since: Date): Promise<string[]> =>
    withStripe(async (stripe) => {
      const refunds = await newestSince(stripe.refunds.list({ limit: pageSize }), since)
      const disputes = await newestSince(stripe.disputes.list({ limit: pageSize }), since)
      return present([...refunds, ...disputes].map((one) => idOf(one.payment_intent)))
    }),
} as const

export type StripeSweep = typeof stripeSweep
