import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { type Stripe, withStripe } from '#platform/stripe.ts'
import { idOf, isPass } from '#services/payments/stripe/session.ts'
import { subscriptionExpand, toSubscription } from '#services/payments/stripe/subscriptions.ts'
import { handledEventTypes } from './event-types.ts'
import { moneyEventOf, moneyEventSources, type RecordedMoneyEvent } from './money-emails/money-event.ts'

/** Stripe's maximum. */
const pageSize = 100

/**
 * Longest time of a direct debit by Bacs, with weekends and bank holidays: https://docs.stripe.com/payments/bacs-debit.
 */
const debitMs = 10 * 24 * 3600_000

/**
 * Reads a list back to a time. Stripe lists the newest objects first. Keeps only what `pick` returns: Stripe has an event
 * for each renewal, and all events of some weeks would exceed the memory of the function.
 */
const readSince = async <T extends { created: number }, R>(
  list: AsyncIterable<T>,
  since: Date,
  pick: (item: T) => R | undefined,
): Promise<R[]> => {
  const found: R[] = []
  for await (const item of list) {
    if (item.created * 1000 < since.getTime()) break
    const picked = pick(item)
    if (picked !== undefined) found.push(picked)
  }
  return found
}

const isPassSession = ({ mode, metadata }: Stripe.Checkout.Session) => mode === 'payment' && isPass(metadata)

/**
 * Returns the subscription of an invoice in a listed event. Stripe lists events in the API version of the account,
 * whatever version the request has. Until 2025-03-31, the subscription was a field of the invoice.
 *
 * @see https://docs.stripe.com/api/events/object#event_object-api_version
 */
const subscriptionIdOf = (invoice: Stripe.Invoice): string | null => {
  const { parent, subscription }: Stripe.Invoice & { subscription?: string | null } = invoice
  return idOf(parent?.subscription_details?.subscription ?? subscription)
}

export interface EndedSubscription {
  readonly id: string
  readonly customerId: string
}

export interface ClosedInvoice {
  readonly id: string
  readonly customerId: string
  readonly subscriptionId: string | null
}

/** The events about refunds and disputes. */
const reversalEventTypes = handledEventTypes.filter((type) => /^(charge|refund)\./.test(type))

const endedEventTypes = ['customer.subscription.deleted', 'customer.subscription.updated']

const closingEventTypes = ['invoice.paid', 'invoice.voided', 'invoice.marked_uncollectible']

/** The lists of the whole Stripe account that the nightly reconciliation reads. */
export const stripeSweep = {
  /** Lists every subscription that is not cancelled, by customer. */
  listSubscriptionsByCustomer: (): Promise<ReadonlyMap<string, readonly ProviderSubscription[]>> =>
    withStripe(async (stripe) => {
      const byCustomer = new Map<string, ProviderSubscription[]>()
      for await (const subscription of stripe.subscriptions.list({
        limit: pageSize,
        expand: subscriptionExpand,
      })) {
        const customerId = idOf(subscription.customer)
        if (customerId === null) continue
        const known = byCustomer.get(customerId) ?? []
        byCustomer.set(customerId, [...known, toSubscription(subscription)])
      }
      return byCustomer
    }),

  /** Lists customers that were deleted at Stripe since then. */
  listDeletedCustomers: (since: Date): Promise<string[]> =>
    withStripe(async (stripe) => {
      const list = stripe.events.list({ type: 'customer.deleted', limit: pageSize })
      return readSince(list, since, ({ data: { object } }) =>
        object.object === 'customer' ? object.id : undefined,
      )
    }),

  /**
   * Lists ended subscriptions that changed since then, with their customers: by their end, or by a withdrawal that was
   * recorded after it.
   */
  listEndedSubscriptions: (since: Date): Promise<EndedSubscription[]> =>
    withStripe(async (stripe) => {
      const list = stripe.events.list({ types: endedEventTypes, limit: pageSize })
      const found = await readSince(list, since, ({ data: { object } }) => {
        if (object.object !== 'subscription' || object.status !== 'canceled') return undefined
        const customerId = idOf(object.customer)
        return customerId === null ? undefined : { id: object.id, customerId }
      })
      return [...new Map(found.map((one) => [one.id, one])).values()]
    }),

  /** Lists invoices that were paid, voided or written off since then, with their customers and subscriptions. */
  listClosedInvoices: (since: Date): Promise<ClosedInvoice[]> =>
    withStripe(async (stripe) => {
      const list = stripe.events.list({ types: closingEventTypes, limit: pageSize })
      return readSince(list, since, ({ data: { object } }) => {
        if (object.object !== 'invoice' || object.id === undefined) return undefined
        const customerId = idOf(object.customer)
        return customerId === null
          ? undefined
          : { id: object.id, customerId, subscriptionId: subscriptionIdOf(object) }
      })
    }),

  /** Lists events since then that report a movement of money, oldest first. */
  listMoneyEvents: (since: Date): Promise<RecordedMoneyEvent[]> =>
    withStripe(async (stripe) => {
      const list = stripe.events.list({ types: [...moneyEventSources], limit: pageSize })
      const newestFirst = await readSince(list, since, (source) => {
        const event = moneyEventOf(source)
        return event && { ...event, eventId: source.id }
      })
      return newestFirst.toReversed()
    }),

  /** Lists complete pass sessions that may have been paid since then: a direct debit takes up to ten days. */
  listPassSessions: (since: Date): Promise<string[]> =>
    withStripe(async (stripe) => {
      const list = stripe.checkout.sessions.list({ status: 'complete', limit: pageSize })
      return readSince(list, new Date(since.getTime() - debitMs), (session) =>
        isPassSession(session) ? session.id : undefined,
      )
    }),

  /**
   * Lists payments with a refund or dispute that was made or decided since then. A dispute is decided, and a refund
   * fails, weeks after it was made.
   */
  listReversedPayments: (since: Date): Promise<string[]> =>
    withStripe(async (stripe) => {
      const list = stripe.events.list({ types: [...reversalEventTypes], limit: pageSize })
      const intents = await readSince(list, since, ({ data: { object } }) =>
        'payment_intent' in object ? (idOf(object.payment_intent) ?? undefined) : undefined,
      )
      return [...new Set(intents)]
    }),
} as const

export type StripeSweep = typeof stripeSweep
