import { clockFrom, timeLimit } from '#platform/clock.ts'
import { errorFields, log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { continueDeletion, type DeletionDependencies } from '../delete-account.ts'
import { deletionDependencies } from '../deletion-dependencies.ts'

/** Age from which a deletion is continued, in milliseconds. The request of a newer one may still be running. */
const inProgressMs = 15 * 60_000
/** Age up to which orphaned customers are found, in milliseconds. */
const lookBackMs = 24 * 3600_000
/** Maximum number of deletions in one run. The next run continues with the rest. */
const batchSize = 100
/**
 * Time after which a run begins no further case, in milliseconds. Lambda ends it after 300 seconds, before it counts
 * anything. While Stripe does not respond, a deletion takes about half a minute.
 */
const maxRunMs = 200_000

export interface Report {
  /** Unfinished deletions that this run finished. */
  continued: number
  /** Deletions that had changed nothing and were abandoned. The accounts stay. */
  abandoned: number
  /** Stripe customers that a concurrent request created while the account was being deleted. */
  orphanedCustomers: number
  /** Cases that failed. The next run tries again. */
  failed: number
}

/**
 * Runs a step. A failure is counted and logged, and does not stop the other steps.
 *
 * @param subject id of the account or Stripe customer, for the log
 */
const attempt = async (report: Report, subject: string, action: () => Promise<void>): Promise<void> => {
  try {
    await action()
  } catch (error) {
    report.failed += 1
    log.error('account deletion not continued', { subject, ...errorFields(error) })
  }
}

const deleteOrphanedCustomers = async (
  report: Report,
  deps: DeletionDependencies,
  now: Date,
  isTimeUp: () => boolean,
): Promise<void> => {
  const since = new Date(now.getTime() - lookBackMs)
  for (const { customerId, userId } of await deps.stripeCustomers.listCreatedSince(since)) {
    if (isTimeUp()) return
    await attempt(report, customerId, async () => {
      if (!(await deps.deletions.isDeleted(userId))) return
      await deps.stripeCustomers.delete({ customers: [customerId], subscriptions: [] })
      report.orphanedCustomers += 1
    })
  }
}

/** Finishes deletions whose request failed. Runs every hour and counts each case, so that an alarm reports it. */
export const handle = async (deps: DeletionDependencies, now: Date): Promise<Report> => {
  const report: Report = { continued: 0, abandoned: 0, orphanedCustomers: 0, failed: 0 }
  const clock = clockFrom(now)
  const isTimeUp = timeLimit(maxRunMs)
  const startedBefore = new Date(now.getTime() - inProgressMs)
  for (const deletion of await deps.deletions.listUnfinished(startedBefore, batchSize)) {
    if (isTimeUp()) break
    await attempt(report, deletion.user_id, async () => {
      // Before the deletion, because it may outlast the run.
      await deps.deletions.recordAttempt(deletion, now)
      const outcome = await continueDeletion(deletion, deps, clock())
      if (outcome === 'finished') report.continued += 1
      if (outcome === 'abandoned') report.abandoned += 1
    })
  }
  await attempt(report, 'orphaned customers', () => deleteOrphanedCustomers(report, deps, now, isTimeUp))
  log.info('unfinished deletions processed', { ...report })
  countMetrics({
    DeletionsResumed: report.continued + report.orphanedCustomers,
    DeletionFailures: report.failed,
  })
  return report
}

const deps = deletionDependencies(new Table())
export const handler = scheduled((now) => handle(deps, now))
