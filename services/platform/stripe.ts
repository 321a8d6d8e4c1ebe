import Stripe from 'stripe'
import { env } from './env.ts'
import { Refusal, refused } from './refusal.ts'
import { secret } from './secrets.ts'

/** The version whose shapes this code reads. The webhook endpoint is created with the same one. */
export const stripeApiVersion = '2026-10-28.endive'

/** Well under the function's own limit, so that a slow provider becomes a refusal and not a time-out. */
const requestTimeoutMs = 4000

const addressOf = (base: string) => {
  if (base === '') return {}
  const { hostname, port, protocol } = new URL(base)
  return { host: hostname, port, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) }
}

let client: Stripe | undefined

/** The Stripe client, made at the first use because its key is a secret. */
export const stripeClient = async (): Promise<Stripe> => {
  client ??= new Stripe(await secret(env('STRIPE_SECRET_KEY_ID')), {
    apiVersion: stripeApiVersion,
    maxNetworkRetries: 2,
    timeout: requestTimeoutMs,
    telemetry: false,
    ...addressOf(env('STRIPE_API_BASE')),
  })
  return client
}

/** True for an id that the provider does not know. */
export const isMissing = (fault: unknown): boolean =>
  fault instanceof Stripe.errors.StripeInvalidRequestError && fault.code === 'resource_missing'

/**
 * Runs calls to Stripe; when the provider fails or cannot be reached, that is a refusal that says so, and
 * whatever was about to be written is not.
 *
 * @throws Refusal `payment_provider_error`
 */
export const withStripe = async <T>(run: (stripe: Stripe) => Promise<T>): Promise<T> => {
  try {
    return await run(await stripeClient())
  } catch (fault) {
    if (fault instanceof Refusal || isMissing(fault)) throw fault
    // Two requests of one person at once, with the same key: the other one is about to have the answer.
    if (fault instanceof Stripe.errors.StripeError && fault.code === 'idempotency_key_in_use')
      throw refused('payment_in_progress', { cause: fault })
    if (fault instanceof Stripe.errors.StripeError) throw refused('payment_provider_error', { cause: fault })
    throw fault
  }
}

export type { Stripe }
