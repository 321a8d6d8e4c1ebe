import { StripeError } from '../account/errors.ts'

export interface ApiResult {
  readonly status: number
  readonly body: string
  readonly requestId: string
}

interface Entry {
  readonly fingerprint: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Undefined while the first request is in progress. */
  result?: ApiResult
}

/** Stripe may delete keys once they are 24 hours old: https://docs.stripe.com/api/idempotent_requests. */
const retentionMs = 24 * 3600 * 1000
const maxKeyLength = 255

const fail = (status: number, message: string, code?: string) =>
  new StripeError(status, message, { type: 'idempotency_error', code })

export interface IdempotencyKeys {
  /**
   * Claims a key for a request, or returns the result of the earlier request with the key.
   * Throws 400 if the earlier request was different, and 409 while it is in progress.
   */
  claim(key: string, fingerprint: string, now: number): ApiResult | undefined
  /** Stores the result for later requests with the key, whatever its status. */
  store(key: string, result: ApiResult): void
  /** Releases a key whose request was rejected before it took effect. */
  release(key: string): void
  clear(): void
}

export const createIdempotencyKeys = (): IdempotencyKeys => {
  const entries = new Map<string, Entry>()
  return {
    claim: (key, fingerprint, now) => {
      if (key.length > maxKeyLength)
        throw fail(400, `Idempotency keys can be up to ${maxKeyLength} characters long.`)
      const entry = entries.get(key)
      // A clock that is set back only makes keys look newer, so they do not expire early.
      if (!entry || now - entry.at > retentionMs) {
        entries.set(key, { fingerprint, at: now })
        return undefined
      }
      if (entry.fingerprint !== fingerprint)
        throw fail(
          400,
          'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
            `Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (!entry.result)
        throw fail(
          409,
          `There is currently another in-progress request using this Idempotent Key (${key}).`,
          'idempotency_key_in_use',
        )
      return entry.result
    },
    store: (key, result) => {
      const entry = entries.get(key)
      if (entry) entry.result = result
    },
    release: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}
