import { Stripe } from 'stripe'
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
    if (isInUse(fault)) throw refused('payment_in_progress', { cause: fault })
    if (fault instanceof Stripe.errors.StripeError) throw refused('payment_provider_error', { cause: fault })
    throw fault
  }
}

/** How many failures that Stripe has kept are stepped over before giving up. */
const maxKeptFailures = 25
/** How often and how long to wait for another request that is creating the same thing. */
const maxWaits = 10
const waitMs = 200

/**
 * Creates something once, under a key that the same wish always makes again. Stripe keeps the answer to a
 * key for a day, a failure of its own included: a kept failure is stepped over with the next key of the
 * row, and every request for the same wish steps the same way. The library's own retries are off here,
 * because they would meet the kept failure and take it for an answer.
 *
 * @see https://docs.stripe.com/api/idempotent_requests
 */
export const once = async <T>(
  key: string,
  create: (options: { idempotencyKey: string; maxNetworkRetries: 0 }) => Promise<T>,
): Promise<T> => {
  for (let kept = 0, waits = 0; ;) {
    try {
      return await create({ idempotencyKey: kept === 0 ? key : `${key}:${kept}`, maxNetworkRetries: 0 })
    } catch (fault) {
      if (isKeptFailure(fault) && kept < maxKeptFailures) kept += 1
      else if (isInUse(fault) && waits < maxWaits) {
        waits += 1
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      } else throw fault
    }
  }
}

const isInUse = (fault: unknown): boolean =>
  fault instanceof Stripe.errors.StripeError && fault.code === 'idempotency_key_in_use'

const isKeptFailure = (fault: unknown): boolean =>
  fault instanceof Stripe.errors.StripeError &&
  (fault.statusCode ?? 0) >= 500 &&
  fault.headers?.['idempotent-replayed'] === 'true'

export type { Stripe }
