import type { ProviderSubscription } from '../../shared/rules/entitlement.ts'
import { planFacts, type Plan, type SubscriptionPlan, subscriptionPlans } from '../../shared/values/plans.ts'
import { refused } from '../platform/refusal.ts'
import { isMissing, once, type Stripe, withStripe } from '../platform/stripe.ts'
import {
  idOf,
  passKinds,
  type Payment,
  type Session,
  sessionExpand,
  toPayment,
  toSession,
} from './stripe-session.ts'

const planOf = (item: Stripe.SubscriptionItem | undefined): SubscriptionPlan | null =>
  subscriptionPlans.find((plan) => planFacts[plan].lookupKey === item?.price.lookup_key) ??
  subscriptionPlans.find((plan) => planFacts[plan].per === item?.price.recurring?.interval) ??
  null

/**
 * The mark that money gone back leaves on its subscription, so that Stripe stays the one truth:
 * `returned:5000:in_1` or `disputed:5000:in_1`, with the pence and the invoice.
 */
const withdrawnMark = 'withdrawn'

/** A mark counts while the invoice that it speaks of is the latest: the next period is paid for by itself. */
const withdrawnFrom = ({ metadata, latest_invoice: latest }: Stripe.Subscription): string | undefined => {
  const mark = metadata[withdrawnMark]
  return mark?.endsWith(`:${idOf(latest) ?? ''}`) ? mark : undefined
}

export const toSubscription = (subscription: Stripe.Subscription): ProviderSubscription => {
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
    withdrawn: withdrawnFrom(subscription),
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

/** What is bought, and by whom: a guest has neither account nor customer. */
export interface NewCheckout {
  readonly buyer: { readonly userId: string; readonly customerId: string } | undefined
  readonly plan: Plan
  readonly siteUrl: string
  /** The guest pass that the payment is to extend. */
  readonly extends?: string | undefined
  /** Made from the reservation, so that a repeated request opens the same page; a guest has none. */
  readonly idempotencyKey?: string
}

const metadataOf = ({ buyer, plan, extends: root }: NewCheckout): Record<string, string> => {
  if (buyer === undefined) return { kind: passKinds.guest, ...(root === undefined ? {} : { extends: root }) }
  return plan === 'one-time'
    ? { user_id: buyer.userId, kind: passKinds.person }
    : { user_id: buyer.userId, kind: 'subscription', plan }
}

const detailsOf = async (stripe: Stripe, checkout: NewCheckout) => {
  const { buyer, plan, siteUrl } = checkout
  const metadata = metadataOf(checkout)
  const details: Stripe.Checkout.SessionCreateParams = {
    mode: plan === 'one-time' ? 'payment' : 'subscription',
    ...(buyer === undefined ? {} : { customer: buyer.customerId, client_reference_id: buyer.userId }),
    line_items: [{ price: await priceOf(stripe, plan), quantity: 1 }],
    success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}/payment-canceled`,
    metadata,
    ...(plan === 'one-time'
      ? { payment_intent_data: { metadata } }
      : // A subscription bought by direct debit is active days before the money comes: nobody gets in unpaid.
        { subscription_data: { metadata }, allowed_payment_method_types: ['card'] }),
  }
  return details
}

/** What this domain asks of Stripe, in its own words. Every failure of the provider is a refusal. */
export const stripeGateway = {
  /**
   * The customer of this person: the same one however often it is asked for.
   *
   * @param person `former` is a customer of theirs that was deleted, whose place the new one takes
   */
  createCustomer: (person: {
    userId: string
    email: string
    name: string
    former: string | undefined
  }): Promise<string> =>
    withStripe(async (stripe) => {
      const details = { email: person.email, name: person.name, metadata: { user_id: person.userId } }
      const key = [`customer:${person.userId}`, person.former].filter(Boolean).join(':')
      const customer = await once(key, (options) => stripe.customers.create(details, options))
      return customer.id
    }),

  /** Deletes a customer; one that is gone is as good as deleted. */
  deleteCustomer: (customerId: string): Promise<void> =>
    withStripe(async (stripe) => {
      try {
        await stripe.customers.del(customerId)
      } catch (fault) {
        if (!isMissing(fault)) throw fault
      }
    }),

  openCheckout: (checkout: NewCheckout): Promise<Session> =>
    withStripe(async (stripe) => {
      const details = await detailsOf(stripe, checkout)
      const { idempotencyKey } = checkout
      try {
        const session =
          idempotencyKey === undefined
            ? await stripe.checkout.sessions.create(details)
            : await once(idempotencyKey, (options) => stripe.checkout.sessions.create(details, options))
        return await toSession(session, stripe)
      } catch (cause) {
        // The customer was deleted a moment ago; once the event of that has come, a new one takes its place.
        if (isMissing(cause)) throw refused('payment_provider_error', { cause })
        throw cause
      }
    }),

  /** The session with this id; `undefined` when Stripe does not know it. */
  findSession: (id: string): Promise<Session | undefined> =>
    withStripe(async (stripe) => {
      try {
        const session = await stripe.checkout.sessions.retrieve(id, { expand: sessionExpand })
        return await toSession(session, stripe)
      } catch (fault) {
        if (isMissing(fault)) return undefined
        throw fault
      }
    }),

  /** Closes an open payment page. One that was completed meanwhile stays as it is. */
  expireSession: (id: string): Promise<Session> =>
    withStripe(async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(id)
      return toSession(
        session.status === 'open' ? await stripe.checkout.sessions.expire(id) : session,
        stripe,
      )
    }),

  /** The session that this payment was made for, where it is a one-time one. */
  sessionPaidBy: (paymentIntent: string): Promise<Session | undefined> =>
    withStripe(async (stripe) => {
      const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 })
      return data[0] && stripeGateway.findSession(data[0].id)
    }),

  /** Every subscription that the customer ever had, as it stands now; none for a customer that was deleted. */
  subscriptionsOf: (customerId: string): Promise<ProviderSubscription[]> =>
    withStripe(async (stripe) => {
      const found: ProviderSubscription[] = []
      const query = { customer: customerId, status: 'all', limit: 100 } as const
      try {
        for await (const subscription of stripe.subscriptions.list(query))
          found.push(toSubscription(subscription))
      } catch (fault) {
        if (!isMissing(fault)) throw fault
      }
      return found
    }),

  /** Stops the renewal; access stays to the end of the period. */
  scheduleEnd: (subscriptionId: string): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    }),

  /** Takes a scheduled end back, in whichever of its two shapes it was set. */
  liftEnd: ({ id, cancelAtPeriodEnd }: ProviderSubscription): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.update(
        id,
        cancelAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' },
      )
    }),

  /** The provider's own page for cards, invoices and cancellation. */
  openPortal: (customerId: string, returnUrl: string): Promise<string> =>
    withStripe(async (stripe) => {
      const portal = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
      })
      return portal.url
    }),

  /** Whose payment this was, and where its money is now; `undefined` for one that Stripe does not know. */
  findPayment: (paymentIntent: string): Promise<Payment | undefined> =>
    withStripe(async (stripe) => {
      try {
        const intent = await stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] })
        return await toPayment(intent, stripe)
      } catch (fault) {
        if (isMissing(fault)) return undefined
        throw fault
      }
    }),

  /** The live subscription of a customer whose latest invoice this payment paid. */
  subscriptionPaidBy: (
    customerId: string,
    paymentIntent: string,
  ): Promise<{ id: string; invoiceId: string } | undefined> =>
    withStripe(async (stripe) => {
      for await (const { id, latest_invoice: latest } of stripe.subscriptions.list({
        customer: customerId,
      })) {
        const invoiceId = idOf(latest)
        if (invoiceId === null) continue
        const { payments } = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
        if (payments?.data.some(({ payment }) => idOf(payment.payment_intent) === paymentIntent))
          return { id, invoiceId }
      }
      return undefined
    }),

  /** Marks a subscription as one whose money has gone back or is disputed; takes the mark off without one. */
  markWithdrawn: (subscriptionId: string, mark: string | undefined): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.update(subscriptionId, { metadata: { [withdrawnMark]: mark ?? '' } })
    }),

  /** Ends a subscription at once. */
  endNow: (subscriptionId: string): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.cancel(subscriptionId)
    }),

  /** Where the latest invoice of a subscription can be paid. */
  latestInvoiceUrl: (subscriptionId: string): Promise<string | undefined> =>
    withStripe(async (stripe) => {
      const { latest_invoice: latest } = await stripe.subscriptions.retrieve(subscriptionId)
      const invoiceId = idOf(latest)
      if (invoiceId === null) return undefined
      return (await stripe.invoices.retrieve(invoiceId)).hosted_invoice_url ?? undefined
    }),

  /**
   * Ends a subscription at once and gives back what its latest invoice took.
   *
   * @returns how much went back, in pence
   */
  cancelAndRefund: (subscriptionId: string): Promise<number> =>
    withStripe(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId)
      const invoiceId = idOf(subscription.latest_invoice)
      if (subscription.status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId)
      if (invoiceId === null) return 0
      const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
      const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)
      if (intent === null || invoice.amount_paid === 0) return 0
      await once(`refund-double:${subscriptionId}`, (options) =>
        stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' }, options),
      )
      return invoice.amount_paid
    }),
} as const

export type StripeGateway = typeof stripeGateway
