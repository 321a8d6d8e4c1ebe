import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { Table } from '#platform/table/table.ts'
import { guestKeys } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { syncDependencies } from '#services/subscriptions/sync-dependencies.ts'
import { stripeSweep } from '../stripe-sweep.ts'
import { reconcile, type ReconcileDependencies, type ReconcileReport } from './reconcile.ts'

/** Reconciles every customer and pass. Scheduled every night. An alarm watches the metrics. */
export const handle = async (dependencies: ReconcileDependencies, now: Date): Promise<ReconcileReport> => {
  const report = await reconcile(dependencies, now)
  log.info('reconciled', { ...report })
  countMetrics({ AccessDrift: report.drifted, ReconcileFailures: report.failed })
  return report
}

const table = new Table()
const deps: ReconcileDependencies = {
  ...syncDependencies(table),
  customers: customerRepository(table),
  passes: passRepository(table),
  guestKeys,
  sweep: stripeSweep,
}
export const handler = () => handle(deps, new Date())
