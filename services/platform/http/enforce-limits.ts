import type { Operation, RateLimit } from '#shared/contract/operation.ts'
import { log } from '../log.ts'
import { countMetrics } from '../metric.ts'
import type { Table } from '../table/table.ts'
import { wideNetworkOf } from './event.ts'
import { countRequest, enforceRateLimit, rateLimited } from './rate-limit.ts'

/** The sender of a request, as its rate limits identify it. */
export interface LimitSubjects {
  readonly client: string
  readonly user: string
  readonly email: string
}

interface CountedRequest {
  readonly subjects: LimitSubjects
  readonly now: Date
}

type LimitedOperation = Pick<Operation, 'name' | 'limits'>

/**
 * Counts a request against the limit of all clients together. After the limit is reached, each network may send a few
 * more requests, so that no sender can close an operation to the others. The total of these requests is limited too,
 * and counts only those that were within the limit of their network.
 *
 * @throws ApiError `rate_limited` with the seconds to wait
 */
const enforceSharedLimit = async (
  table: Table,
  { name }: LimitedOperation,
  limit: RateLimit,
  { subjects, now }: CountedRequest,
): Promise<void> => {
  const { count, secondsLeft } = await countRequest(table, name, limit, 'everyone', now)
  if (count <= limit.max) return
  if (count === limit.max + 1) {
    countMetrics({ SharedLimitsExceeded: 1 })
    log.warn('shared limit exceeded', { operation: name, max: limit.max })
  }
  const { beyond, windowSeconds } = limit
  if (beyond === undefined) throw rateLimited(secondsLeft)
  const byNetwork = { by: 'client', max: beyond.perNetwork, windowSeconds } as const
  await enforceRateLimit(table, `${name}:beyond`, byNetwork, wideNetworkOf(subjects.client), now)
  if (beyond.max === undefined) return
  const inTotal = { by: 'everyone', max: beyond.max - limit.max, windowSeconds } as const
  await enforceRateLimit(table, `${name}:beyond`, inTotal, 'everyone', now)
}

/**
 * Counts a request against each rate limit of its operation, in the order of the contract.
 *
 * @throws ApiError `rate_limited` with the seconds to wait if a limit is exceeded
 */
export const enforceLimits = async (
  table: Table,
  operation: LimitedOperation,
  request: CountedRequest,
): Promise<void> => {
  for (const limit of operation.limits)
    await (limit.by === 'everyone'
      ? enforceSharedLimit(table, operation, limit, request)
      : enforceRateLimit(table, operation.name, limit, request.subjects[limit.by], request.now))
}
