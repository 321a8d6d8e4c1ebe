import type { RateLimit } from '#shared/contract/operation.ts'
import { hashOf } from '../crypto.ts'
import { type ApiError, apiError } from '../api-error.ts'
import { keys } from '../table/keys.ts'
import type { Table } from '../table/table.ts'

/** Time for which a counter is stored after its window, in seconds. For clean-up only. */
const keepSeconds = 3600

/** Returns the name of a counter: the limit and a hash of the subject, so that it contains no personal data. */
export const rateSubject = (limit: RateLimit, subject: string): string =>
  `${limit.by}:${limit.windowSeconds}:${hashOf(subject)}`

/**
 * Counts a request. Windows are fixed, so up to twice the limit can pass around a window boundary, which is acceptable
 * for these limits.
 *
 * @param subject the client, user or address that is counted; stored only as a hash
 * @returns the number of requests in this window, and the seconds until it ends
 */
export const countRequest = async (
  table: Table,
  operation: string,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<{ readonly count: number; readonly secondsLeft: number }> => {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const window = Math.floor(nowSeconds / limit.windowSeconds)
  const endsAt = (window + 1) * limit.windowSeconds
  const count = await table.count(keys.rate(operation, rateSubject(limit, subject), window), {
    expires_at_epoch_seconds: endsAt + keepSeconds,
    entity: 'rate',
  })
  return { count, secondsLeft: Math.max(1, endsAt - nowSeconds) }
}

/** Returns a time to wait in words, rounded up: `a minute`, `60 minutes`, `2 hours`. */
const waitOf = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(seconds / 3600)} hours`
}

/** Creates the error for a request above a limit. Its message and `Retry-After` name the same time. */
export const rateLimited = (secondsLeft: number): ApiError<'rate_limited'> =>
  apiError('rate_limited', {
    retryAfterSeconds: secondsLeft,
    message: `Rate limit exceeded. Please wait ${waitOf(secondsLeft)} and try again.`,
  })

/**
 * Counts a request against a limit.
 *
 * @throws ApiError `rate_limited` with the seconds to wait if the limit is exceeded
 */
export const enforceRateLimit = async (
  table: Table,
  operation: string,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<void> => {
  const { count, secondsLeft } = await countRequest(table, operation, limit, subject, now)
  if (count > limit.max) throw rateLimited(secondsLeft)
}
