import { Stripe } from 'stripe'
import type { stripeResources } from '#shared/values/stripe-resources.ts'
import { env } from './env.ts'
import { ApiError, apiError } from './api-error.ts'
import { secret } from './secrets.ts'
import { retryingWhenBusy } from './stripe-retries.ts'

/** The API version whose shapes this code reads. The webhook endpoint is created with the same version. */
export const stripeApiVersion = '2026-10-28.endive'

/** Well below the function's own timeout, so that a slow response from Stripe becomes an API error. */
const requestTimeoutMs = 4000

const addressOf = (base: string) => {
  if (base === '') return {}
  const { hostname, port, protocol } = new URL(base)
  return { host: hostname, port, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) }
}

/** Stripe's library with the parts that bundles contain. */
export type StripeClient = Pick<Stripe, (typeof stripeResources)[number] | 'webhooks'>

let client: { readonly key: string; readonly stripe: StripeClient } | undefined

/** Returns the Stripe client. Creates it on first use and when the key has changed, because its key is a secret. */
export const stripeClient = async (): Promise<StripeClient> => {
  const key = await secret(env('STRIPE_SECRET_KEY_ID'))
  if (client?.key !== key)
    client = {
      key,
      stripe: new Stripe(key, {
        apiVersion: stripeApiVersion,
        maxNetworkRetries: 2,
        timeout: requestTimeoutMs,
        telemetry: false,
        httpClient: retryingWhenBusy(Stripe.createNodeHttpClient()),
        ...addressOf(env('STRIPE_API_BASE')),
      }),
    }
  return client.stripe
}

/** Recognises Stripe's error for an id that does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Recognises Stripe's error for a request that it does not perform, for example because its object has changed. */
export const isInvalidRequest = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError

/** Resolves to `undefined` if Stripe reports that an object of the request does not exist or is deleted. */
export const undefinedIfMissing = async <T>(calls: Promise<T>): Promise<T | undefined> => {
  try {
    return await calls
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Runs calls to Stripe and converts Stripe's errors to API errors. `isMissing` errors are rethrown unchanged.
 *
 * @throws ApiError `payment_provider_error` if Stripe fails or cannot be reached
 * @throws ApiError `payment_in_progress` if another request with the same idempotency key is running
 */
export const withStripe = async <T>(run: (stripe: StripeClient) => Promise<T>): Promise<T> => {
  try {
    return await run(await stripeClient())
  } catch (error) {
    if (error instanceof ApiError || isMissing(error)) throw error
    if (isKeyInUse(error)) throw apiError('payment_in_progress', { cause: error })
    if (error instanceof Stripe.errors.StripeError) throw apiError('payment_provider_error', { cause: error })
    throw error
  }
}

/**
 * Returns whether Stripe rejected a request, so that it had no effect, from the error of `withStripe`. After any other
 * error the request may still take effect, or an earlier one with the same key may.
 */
export const isRejection = (error: unknown): boolean => {
  const cause = error instanceof ApiError ? error.cause : error
  if (!(cause instanceof Stripe.errors.StripeError) || isKeyInUse(cause)) return false
  const { statusCode = 0 } = cause
  return statusCode >= 400 && statusCode < 500
}

/** Maximum number of stored failures to step over. */
const maxStoredFailures = 25
/** Maximum number of waits, and their length, for another request with the same key. */
const maxWaits = 10
const waitMs = 200

/**
 * Creates an object at Stripe once per `key`, however often it is called.
 *
 * Stripe stores the result of an idempotency key for a day, including its own failures (5xx) and requests that it could
 * not perform (400), for example a refund that our balance did not cover. For a stored failure this tries the next key in a
 * fixed series, so every request with the same `key` follows the same steps. The client library's retries are switched
 * off, because they would receive the stored failure again. A declined card (402) stays declined.
 *
 * @param first position of the first key to try in the series of `key`
 * @see https://docs.stripe.com/api/idempotent_requests
 */
export const createOnce = async <T>(
  key: string,
  create: (options: { idempotencyKey: string; maxNetworkRetries: 0 }) => Promise<T>,
  first = 0,
): Promise<T> => {
  for (let failures = first, waits = 0; ;) {
    try {
      const idempotencyKey = failures === 0 ? key : `${key}:${failures}`
      return await create({ idempotencyKey, maxNetworkRetries: 0 })
    } catch (error) {
      if (isStoredFailure(error) && failures < maxStoredFailures) failures += 1
      else if (isKeyInUse(error) && waits < maxWaits) {
        waits += 1
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      } else throw error
    }
  }
}

const isKeyInUse = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use'

/** A key that was used with other parameters (400) is no failure: the earlier request may have succeeded. */
const isStoredFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  !(error instanceof Stripe.errors.StripeIdempotencyError) &&
  (error.statusCode === 400 || (error.statusCode ?? 0) >= 500) &&
  error.headers?.['idempotent-replayed'] === 'true'

export { Stripe }
