import { faultFields, log } from '../../platform/log.ts'
import { countMetrics } from '../../platform/metric.ts'
import { Table } from '../../platform/table/table.ts'
import { continueDeletion } from '../delete-account.ts'
import { deletionNeeds } from '../deletion-needs.ts'

/** A deletion that began less than this long ago may still be running. Milliseconds. */
const underWayMs = 15 * 60_000
/** How far back customers are looked at that a request made while the account was being deleted. Milliseconds. */
const lookBackMs = 24 * 3600_000
/** How many deletions one run takes up; the next run takes the rest. */
const batch = 100

const needs = deletionNeeds(new Table())

export interface Report {
  /** Deletions whose run had died and that were finished. */
  continued: number
  /** Those that had only been noted: the account stays. */
  abandoned: number
  /** Customers at Stripe that were made for somebody while their account was being deleted. */
  strays: number
  /** Those that could not be dealt with; the next run tries again. */
  failed: number
}

const attempt = async (report: Report, what: string, act: () => Promise<void>): Promise<void> => {
  try {
    await act()
  } catch (fault) {
    report.failed += 1
    log.error('a deletion could not be continued', { what, ...faultFields(fault) })
  }
}

const removeStrays = async (report: Report, now: Date): Promise<void> => {
  for (const { customerId, userId } of await needs.payments.newSince(new Date(now.getTime() - lookBackMs))) {
    if (!(await needs.deletions.isDeleted(userId))) continue
    await needs.payments.end({ customers: [customerId], subscriptions: [] })
    report.strays += 1
  }
}

/** Runs every hour. What it has to do at all is counted, because each case is a run that died. */
export const handler = async (): Promise<Report> => {
  const now = new Date()
  const report: Report = { continued: 0, abandoned: 0, strays: 0, failed: 0 }
  const begunBefore = new Date(now.getTime() - underWayMs)
  for (const deletion of await needs.deletions.unfinished(begunBefore, batch))
    await attempt(report, deletion.user_id, async () => {
      const finished = await continueDeletion(deletion, needs, now)
      report[finished ? 'continued' : 'abandoned'] += 1
    })
  await attempt(report, 'stray customers', () => removeStrays(report, now))
  log.info('deletions finished', { ...report })
  countMetrics({ DeletionsContinued: report.continued + report.strays, DeletionFailures: report.failed })
  return report
}
