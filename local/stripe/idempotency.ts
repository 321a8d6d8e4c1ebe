import { StripeError } from './errors.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly requestId: string
}

interface Entry {
  readonly fingerprint: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Undefined while the first request is under way. */
  answer?: Answer
}

/** Stripe may forget keys once they are 24 hours old: https://docs.stripe.com/api/idempotent_requests. */
const keptMs = 24 * 3600 * 1000
const longestKey = 255

const fail = (status: number, message: string, code?: string) =>
  new StripeError(status, message, { type: 'idempotency_error', code })

export interface IdempotencyKeys {
  /**
   * Claims a key for a request, or gives the answer of the request that had it before.
   * Throws 400 when that request was a different one, and 409 while it is under way.
   */
  claim(key: string, fingerprint: string, now: number): Answer | undefined
  /** Keeps the answer for later requests with the key, whatever its status. */
  keep(key: string, answer: Answer): void
  /** Forgets a key: its request was refused before anything began. */
  release(key: string): void
  clear(): void
}

export const createIdempotencyKeys = (): IdempotencyKeys => {
  const entries = new Map<string, Entry>()
  return {
    claim: (key, fingerprint, now) => {
      if (key.length > longestKey)
        throw fail(400, `Idempotency keys can be up to ${longestKey} characters long.`)
      const entry = entries.get(key)
      // A clock that was set back makes a key look young again, never old.
      if (!entry || now - entry.at > keptMs) {
        entries.set(key, { fingerprint, at: now })
        return undefined
      }
      if (entry.fingerprint !== fingerprint)
        throw fail(
          400,
          'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
            `Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (!entry.answer)
        throw fail(
          409,
          `There is currently another in-progress request using this Idempotent Key (${key}).`,
          'idempotency_key_in_use',
        )
      return entry.answer
    },
    keep: (key, answer) => {
      const entry = entries.get(key)
      if (entry) entry.answer = answer
    },
    release: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}
