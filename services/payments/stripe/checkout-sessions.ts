import * as paths from '#shared/values/site-map.ts'
import { planFacts, type Plan } from '#shared/values/plans.ts'
import { startRequestText, startRequestVersion } from '#shared/values/start-request.ts'
import { apiError } from '#platform/api-error.ts'
import { hashOf } from '#platform/crypto.ts'
import {
  isMissing,
  createOnce,
  type Stripe,
  undefinedIfMissing,
  withStripe,
  type StripeClient,
} from '#platform/stripe.ts'
import { passKinds, type Session, sessionExpand, toSession } from './session.ts'

interface PlanPrice {
  readonly id: string
  /** The tax rate of VAT that the price includes. Empty until `npm run stripe` has named one in its metadata. */
  readonly taxRates: string[]
}

const prices = new Map<Plan, PlanPrice>()
/** Look-ups in progress. A request for a price that is being looked up waits for that look-up. */
const lookUps = new Map<Plan, Promise<PlanPrice>>()

const lookUpPrice = async (stripe: StripeClient, plan: Plan): Promise<PlanPrice> => {
  const { data } = await stripe.prices.list({
    lookup_keys: [planFacts[plan].lookupKey],
    active: true,
    limit: 1,
  })
  const [price] = data
  if (price === undefined)
    throw new Error(`Stripe has no active price with the lookup key ${planFacts[plan].lookupKey}`)
  const found = { id: price.id, taxRates: [price.metadata['tax_rate']].filter((id) => id !== undefined) }
  prices.set(plan, found)
  return found
}

/**
 * Finds a price by lookup key, because price ids differ between Stripe accounts. Cached for the life of the
 * function instance.
 */
const findPrice = async (stripe: StripeClient, plan: Plan): Promise<PlanPrice> => {
  const known = prices.get(plan)
  if (known !== undefined) return known
  const lookUp = lookUps.get(plan) ?? lookUpPrice(stripe, plan).finally(() => lookUps.delete(plan))
  lookUps.set(plan, lookUp)
  return lookUp
}

export const priceIdOf = async (stripe: StripeClient, plan: Plan): Promise<string> =>
  (await findPrice(stripe, plan)).id

export interface NewCheckout {
  /** Undefined for a guest, who has neither an account nor a customer. */
  readonly buyer: { readonly userId: string; readonly customerId: string } | undefined
  readonly plan: Plan
  readonly siteUrl: string
  /** The guest pass to extend, identified by the Checkout Session that first paid for it. */
  readonly extendsSessionId?: string | undefined
  /** Derived from the reservation, so that a repeated request opens the same page. Guests have none. */
  readonly idempotencyKey?: string
}

const metadataOf = ({ buyer, plan, extendsSessionId }: NewCheckout): Record<string, string> => {
  if (buyer === undefined)
    return {
      kind: passKinds.guest,
      ...(extendsSessionId === undefined ? {} : { extends: extendsSessionId }),
    }
  return plan === 'one-time'
    ? { user_id: buyer.userId, kind: passKinds.account }
    : { user_id: buyer.userId, kind: 'subscription', plan }
}

/** The buyer accepts the terms and asks for an immediate start. The buyer may give a VAT number. */
const agreement = (siteUrl: string) => ({
  consent_collection: { terms_of_service: 'required' as const },
  custom_text: { terms_of_service_acceptance: { message: startRequestText(siteUrl) } },
  tax_id_collection: { enabled: true },
})

const paramsOf = async (
  stripe: StripeClient,
  checkout: NewCheckout,
): Promise<Stripe.Checkout.SessionCreateParams> => {
  const { buyer, plan, siteUrl } = checkout
  const metadata = { ...metadataOf(checkout), wording: startRequestVersion }
  const { id: price, taxRates } = await findPrice(stripe, plan)
  return {
    ...agreement(siteUrl),
    mode: plan === 'one-time' ? 'payment' : 'subscription',
    ...(buyer === undefined
      ? {}
      : {
          customer: buyer.customerId,
          client_reference_id: buyer.userId,
          // Stripe requires this for the VAT number.
          customer_update: { name: 'auto' },
        }),
    line_items: [
      { price, quantity: 1, ...(plan === 'one-time' && taxRates.length > 0 && { tax_rates: taxRates }) },
    ],
    // Stripe accepts tax rates only without its own calculation of taxes.
    automatic_tax: { enabled: false },
    success_url: `${siteUrl}${paths.paymentSuccess}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}${paths.paymentCanceled}`,
    metadata,
    ...(plan === 'one-time'
      ? {
          payment_intent_data: { metadata },
          invoice_creation: { enabled: true, invoice_data: { metadata } },
        }
      : {
          // Renewals and changes of plan use the same rates.
          subscription_data: { metadata, ...(taxRates.length > 0 && { default_tax_rates: taxRates }) },
          // Cards only: a subscription paid by direct debit is active days before the money arrives.
          allowed_payment_method_types: ['card'],
        }),
  }
}

/**
 * Stripe rejects a repeated key with other parameters for 24 hours. A request that is repeated after a release, a
 * change of prices or a new customer opens another page, so that the buyer can pay.
 */
const keyOf = (key: string, params: Stripe.Checkout.SessionCreateParams): string =>
  `${key}:${hashOf(JSON.stringify(params)).slice(0, 16)}`

const retrieve = (stripe: StripeClient, id: string): Promise<Session | undefined> => {
  const read = async () =>
    toSession(await stripe.checkout.sessions.retrieve(id, { expand: sessionExpand }), stripe)
  return undefinedIfMissing(read())
}

export const checkoutSessionRequests = {
  /** Looks up the price of a plan before `openCheckout` needs it. Never fails: `openCheckout` looks it up again. */
  preparePrice: async (plan: Plan): Promise<void> => {
    await withStripe((stripe) => findPrice(stripe, plan)).catch(() => undefined)
  },

  openCheckout: (checkout: NewCheckout): Promise<Session> =>
    withStripe(async (stripe) => {
      const params = await paramsOf(stripe, checkout)
      const { idempotencyKey } = checkout
      try {
        const session =
          idempotencyKey === undefined
            ? await stripe.checkout.sessions.create(params)
            : await createOnce(keyOf(idempotencyKey, params), (options) =>
                stripe.checkout.sessions.create(params, options),
              )
        return await toSession(session, stripe)
      } catch (cause) {
        // The customer was just deleted at Stripe. Its webhook unlinks it, and then a new one is created.
        if (isMissing(cause)) throw apiError('payment_provider_error', { cause })
        throw cause
      }
    }),

  /** Returns `undefined` for an unknown session. */
  findSession: (id: string): Promise<Session | undefined> => withStripe((stripe) => retrieve(stripe, id)),

  /** Expires a session if it is open. Returns the session. */
  expireSession: (id: string): Promise<Session> =>
    withStripe(async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(id)
      return toSession(
        session.status === 'open' ? await stripe.checkout.sessions.expire(id) : session,
        stripe,
      )
    }),

  /** Finds the one-time session that a payment belongs to. Payments of subscriptions have none. */
  findSessionByPayment: (paymentIntentId: string): Promise<Session | undefined> =>
    withStripe(async (stripe) => {
      const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 })
      return data[0] && retrieve(stripe, data[0].id)
    }),
} as const
