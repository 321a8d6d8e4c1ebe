import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { guestKeys } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { syncDependencies } from '#services/subscriptions/sync-dependencies.ts'
import { stripeSweep } from '../stripe-sweep.ts'
import { reconcileRunRepository } from './reconcile-run.repository.ts'
import { reconcileSinceLastRun, type RunDependencies, type RunReport } from './reconcile-since-last-run.ts'

/** Reconciles every customer and pass. Scheduled every night. An alarm watches the metrics. */
export const handle = async (dependencies: RunDependencies, now: Date): Promise<RunReport> => {
  const report = await reconcileSinceLastRun(dependencies, now)
  log.info('reconciled', { ...report })
  countMetrics({
    AccessDrift: report.drifted + report.unmatched,
    ReconcileFailures: report.failed,
    ReconcileGaps: report.hasGap ? 1 : 0,
  })
  return report
}

const table = new Table()
const deps: RunDependencies = {
  ...syncDependencies(table),
  customers: customerRepository(table),
  passes: passRepository(table),
  guestKeys,
  sweep: stripeSweep,
  runs: reconcileRunRepository(table),
}
export const handler = scheduled((now) => handle(deps, now))
