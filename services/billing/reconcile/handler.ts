import { env } from '../../platform/env.ts'
import { log } from '../../platform/log.ts'
import { countMetrics } from '../../platform/metric.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository } from '../billing.repository.ts'
import { guestKeys } from '../guest-keys.ts'
import { passRepository } from '../pass.repository.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { stripeSweep } from '../stripe-sweep.ts'
import { reconcile, type ReconcileNeeds, type Report } from './reconcile.ts'

const table = new Table()
const needs: ReconcileNeeds = {
  billing: billingRepository(table),
  passes: passRepository(table),
  guestKeys,
  stripe: stripeGateway,
  sweep: stripeSweep,
  siteUrl: env('SITE_URL'),
}

/** Runs every night. What it had to mend is counted, because each mended case is a fault to be found. */
export const handler = async (): Promise<Report> => {
  const report = await reconcile(needs, new Date())
  log.info('reconciled', { ...report })
  countMetrics({ AccessDrift: report.drifted, ReconcileFailures: report.failed })
  return report
}
