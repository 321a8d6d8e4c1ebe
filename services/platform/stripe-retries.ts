import { randomInt } from 'node:crypto'
import type { Stripe } from 'stripe'
import { log } from './log.ts'

/** The longest waits before the second and the third attempt, in milliseconds. */
const waitsMs = [500, 1000]

/**
 * Waits for a random time between half of `ms` and all of it, so that requests rejected together are not repeated
 * together.
 */
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, randomInt(ms / 2, ms)))

/**
 * Returns an HTTP client that repeats a request up to two times if Stripe rejects it with 429: it gets more requests than
 * it allows, or another request has locked the object. Such a request had no effect, and nothing is stored for its
 * idempotency key.
 *
 * Stripe's library repeats it only after a lock, and never in a call without retries (`createOnce`). So a buyer would get
 * an error because of the requests of others, for example for the events of many renewals.
 *
 * @see https://docs.stripe.com/rate-limits
 */
export const retryingWhenBusy = (http: Stripe.HttpClient): Stripe.HttpClient => ({
  getClientName: () => http.getClientName(),
  makeRequest: async (...request) => {
    for (const waitMs of waitsMs) {
      const response = await http.makeRequest(...request)
      if (response.getStatusCode() !== 429) return response
      const limit = response.getHeaders()['stripe-rate-limited-reason']
      log.warn('Stripe is busy: repeating a request', {
        limit: typeof limit === 'string' ? limit : undefined,
      })
      // Read the body, because the connection could not be used again otherwise.
      await response.toJSON().catch(() => undefined)
      await wait(waitMs)
    }
    return http.makeRequest(...request)
  },
})
