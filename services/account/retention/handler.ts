import { timeLimit } from '#platform/clock.ts'
import { errorFields, log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { scheduled } from '#platform/scheduled.ts'
import { itemForLog } from '#platform/parse-each.ts'
import { Table } from '#platform/table/table.ts'
import {
  type ExpiredItem,
  type ExpiredItemRepository,
  expiredItemRepository,
} from '../expired-item.repository.ts'
import { expiredSignUps, type ExpiredSignUps } from '../expired-sign-ups.ts'

/**
 * Time after which a run removes no further item, in milliseconds. Lambda ends it after 15 minutes, before it reports
 * anything. An attacker can create tens of thousands of sign-ups that expire on the same day. Removing one takes about
 * a tenth of a second.
 */
const maxRunMs = 14 * 60_000

interface Dependencies {
  readonly expiredItems: ExpiredItemRepository
  readonly signUps: ExpiredSignUps
}

interface Report {
  /** Expired items and pending sign-ups that were removed. */
  removed: number
  /** Items that could not be removed. The next run tries again. */
  failed: number
}

/** Removes an expired item. A pending sign-up also has links and a pool user, which are deleted with it. */
const removeItem = async (item: ExpiredItem, deps: Dependencies, now: Date): Promise<void> => {
  if (item.entity === 'discarded_sign_up') return deps.signUps.finish(item)
  if (item.entity !== 'profile') return deps.expiredItems.remove(item, now)
  const signUp = await deps.expiredItems.findSignUp(item)
  if (signUp !== undefined) await deps.signUps.discard(signUp, now)
}

/**
 * Removes all items whose retention period is over. Runs every night.
 *
 * @throws Error if there was no time for all of them. Lambda repeats the run, which continues, and the function's error
 * alarm reports it
 */
export const handle = async (deps: Dependencies, now: Date): Promise<Report> => {
  const isTimeUp = timeLimit(maxRunMs)
  const report: Report = { removed: 0, failed: 0 }
  let isComplete = true
  for await (const item of deps.expiredItems.each(now)) {
    if (isTimeUp()) {
      isComplete = false
      break
    }
    try {
      await removeItem(item, deps, now)
      report.removed += 1
    } catch (error) {
      report.failed += 1
      log.error('expired item not removed', { ...itemForLog(item), ...errorFields(error) })
    }
  }
  log.info('retention run finished', { ...report, isComplete })
  countMetrics({ RetentionFailures: report.failed })
  if (!isComplete) throw new Error('More items have expired than one run can remove')
  return report
}

const table = new Table()
const deps: Dependencies = {
  expiredItems: expiredItemRepository(table),
  signUps: expiredSignUps(table),
}
export const handler = scheduled((now) => handle(deps, now))
