import type { RateLimit } from '../../../shared/contract/operation.ts'
import { hashOf } from '../crypto.ts'
import { refused } from '../refusal.ts'
import { keys } from '../table/keys.ts'
import type { Table } from '../table/table.ts'

/** How long a counter is kept after its window, in seconds: housekeeping only. */
const keepSeconds = 3600

/** Whose calls a counter counts; nobody is named. */
export const whoseOf = (limit: RateLimit, subject: string): string =>
  `${limit.by}:${limit.windowSeconds}:${hashOf(subject)}`

/**
 * Counts this call against a limit and refuses it, with the seconds to wait, when the window is full.
 * Fixed windows: at a boundary twice the limit can pass, which these limits can bear.
 *
 * @param subject whose calls are counted together; stored only as a hash
 */
export const countAgainst = async (
  table: Table,
  operation: string,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<void> => {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const window = Math.floor(nowSeconds / limit.windowSeconds)
  const endsAt = (window + 1) * limit.windowSeconds
  const by = whoseOf(limit, subject)
  const used = await table.count(keys.rate(operation, by, window), {
    expiresAtEpochSeconds: endsAt + keepSeconds,
    entity: 'rate',
  })
  if (used > limit.max) throw refused('rate_limited', { retryAfterSeconds: Math.max(1, endsAt - nowSeconds) })
}
