import { entitlementOf, type ProviderSubscription } from '../../shared/rules/entitlement.ts'
import { planFacts, type Plan, type SubscriptionPlan, subscriptionPlans } from '../../shared/values/plans.ts'
import { isMissing, once, type Stripe, withStripe } from '../platform/stripe.ts'

/** A Checkout Session, reduced to what decides about it. */
export interface Session {
  readonly id: string
  readonly mode: 'subscription' | 'payment'
  readonly isOpen: boolean
  readonly isComplete: boolean
  readonly paid: boolean
  readonly userId: string | null
  readonly customerId: string | null
  readonly subscriptionId: string | null
  readonly url: string | null
  readonly expiresAt: Date
  /** What our own code wrote on it when it was made. */
  readonly kind: string | undefined
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const toSession = (session: Stripe.Checkout.Session): Session => ({
  id: session.id,
  mode: session.mode === 'payment' ? 'payment' : 'subscription',
  isOpen: session.status === 'open',
  isComplete: session.status === 'complete',
  paid: session.payment_status !== 'unpaid',
  userId: session.client_reference_id,
  customerId: idOf(session.customer),
  subscriptionId: idOf(session.subscription),
  url: session.url,
  expiresAt: new Date(session.expires_at * 1000),
  kind: session.metadata?.['kind'],
})

const planOf = (item: Stripe.SubscriptionItem | undefined): SubscriptionPlan | null =>
  subscriptionPlans.find((plan) => planFacts[plan].lookupKey === item?.price.lookup_key) ??
  subscriptionPlans.find((plan) => planFacts[plan].per === item?.price.recurring?.interval) ??
  null

const toSubscription = (subscription: Stripe.Subscription): ProviderSubscription => {
  const [item] = subscription.items.data
  return {
    id: subscription.id,
    status: subscription.status,
    plan: planOf(item),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAtEpochSeconds: subscription.cancel_at,
    // The period stands on the item, not on the subscription.
    periodEndEpochSeconds: item?.current_period_end ?? subscription.ended_at ?? subscription.created,
    createdEpochSeconds: subscription.created,
  }
}

const priceIds = new Map<Plan, string>()

/** Prices are found by lookup key, because ids differ between accounts; once for the life of the function. */
const priceOf = async (stripe: Stripe, plan: Plan): Promise<string> => {
  const known = priceIds.get(plan)
  if (known !== undefined) return known
  const { data } = await stripe.prices.list({
    lookup_keys: [planFacts[plan].lookupKey],
    active: true,
    limit: 1,
  })
  const [price] = data
  if (price === undefined)
    throw new Error(`Stripe has no active price with the key ${planFacts[plan].lookupKey}`)
  priceIds.set(plan, price.id)
  return price.id
}

export interface NewCheckout {
  readonly userId: string
  readonly customerId: string
  readonly plan: SubscriptionPlan
  readonly siteUrl: string
  /** Made from the reservation, so that a repeated request opens the same page. */
  readonly idempotencyKey: string
}

/** What this domain asks of Stripe, in its own words. Every failure of the provider is a refusal. */
export const stripeGateway = {
  /** The customer of this person: the same one however often it is asked for. */
  createCustomer: (person: { userId: string; email: string; name: string }): Promise<string> =>
    withStripe(async (stripe) => {
      const details = { email: person.email, name: person.name, metadata: { user_id: person.userId } }
      const customer = await once(`customer:${person.userId}`, (options) =>
        stripe.customers.create(details, options),
      )
      return customer.id
    }),

  openCheckout: (checkout: NewCheckout): Promise<Session> =>
    withStripe(async (stripe) => {
      const metadata = { user_id: checkout.userId, kind: 'subscription', plan: checkout.plan }
      const details: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        customer: checkout.customerId,
        client_reference_id: checkout.userId,
        line_items: [{ price: await priceOf(stripe, checkout.plan), quantity: 1 }],
        success_url: `${checkout.siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${checkout.siteUrl}/payment-canceled`,
        metadata,
        subscription_data: { metadata },
      }
      const session = await once(checkout.idempotencyKey, (options) =>
        stripe.checkout.sessions.create(details, options),
      )
      return toSession(session)
    }),

  /** The session with this id; `undefined` when Stripe does not know it. */
  findSession: (id: string): Promise<Session | undefined> =>
    withStripe(async (stripe) => {
      try {
        return toSession(await stripe.checkout.sessions.retrieve(id))
      } catch (fault) {
        if (isMissing(fault)) return undefined
        throw fault
      }
    }),

  /** Closes an open payment page. One that was completed meanwhile stays as it is. */
  expireSession: (id: string): Promise<Session> =>
    withStripe(async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(id)
      return toSession(session.status === 'open' ? await stripe.checkout.sessions.expire(id) : session)
    }),

  /** Every subscription that the customer ever had, as it stands now. */
  subscriptionsOf: (customerId: string): Promise<ProviderSubscription[]> =>
    withStripe(async (stripe) => {
      const found: ProviderSubscription[] = []
      for await (const subscription of stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
      }))
        found.push(toSubscription(subscription))
      return found
    }),

  /** What the customer is entitled to, asked of Stripe now. */
  entitlement: async (customerId: string, now: Date) =>
    entitlementOf(await stripeGateway.subscriptionsOf(customerId), now),

  /** Ends a subscription at once and gives back what its latest invoice took. */
  cancelAndRefund: (subscriptionId: string): Promise<void> =>
    withStripe(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId)
      const invoiceId = idOf(subscription.latest_invoice)
      if (subscription.status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId)
      if (invoiceId === null) return
      const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
      const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)
      if (intent === null || invoice.amount_paid === 0) return
      await once(`refund-double:${subscriptionId}`, (options) =>
        stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' }, options),
      )
    }),
} as const

export type StripeGateway = typeof stripeGateway
