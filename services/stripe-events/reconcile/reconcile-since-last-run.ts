import { log } from '#platform/log.ts'
import { lookBackMs, reconcile, type ReconcileDependencies, type ReconcileReport } from './reconcile.ts'
import type { ReconcileRunRepository } from './reconcile-run.repository.ts'

/** Stripe keeps events for 30 days: https://docs.stripe.com/api/events. */
const eventRetentionMs = 30 * 24 * 3600_000

export interface RunDependencies extends ReconcileDependencies {
  readonly runs: ReconcileRunRepository
}

export interface RunReport extends ReconcileReport {
  /** True if events since the last complete run are no longer at Stripe. */
  readonly hasGap: boolean
}

/**
 * Reconciles everything since the last complete run, so that an outage of several days loses nothing. A run with a
 * failed check does not count as complete: the next one reads the same time again. Without a complete run so far, all
 * events that Stripe still has are read.
 */
export const reconcileSinceLastRun = async (deps: RunDependencies, now: Date): Promise<RunReport> => {
  const readUntil = await deps.runs.findReadUntil()
  const oldest = now.getTime() - eventRetentionMs
  const hasGap = readUntil !== undefined && readUntil.getTime() < oldest
  if (hasGap) log.error('Stripe no longer has every event since the last complete reconciliation')
  const start = readUntil && Math.min(readUntil.getTime(), now.getTime()) - lookBackMs
  // This start may be older than the oldest event: Stripe lists the sessions of passes for longer.
  const report = await reconcile(deps, now, new Date(start ?? oldest))
  if (report.failed === 0) await deps.runs.recordReadUntil(now)
  return { ...report, hasGap }
}
