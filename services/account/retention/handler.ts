import { faultFields, log } from '../../platform/log.ts'
import { countMetrics } from '../../platform/metric.ts'
import { Table } from '../../platform/table/table.ts'
import { buryUnverified } from '../bury-unverified.ts'
import { clearAway } from '../clear-away.ts'
import { clearingNeeds } from '../clearing-needs.ts'
import { type Due, dueRepository } from '../due.repository.ts'

const table = new Table()
const due = dueRepository(table)
const needs = clearingNeeds(table)

interface Report {
  /** Items that had outlived their period, and sign-ups that nobody has verified. */
  removed: number
  /** Those that could not be removed; the next night tries again. */
  failed: number
}

/** A sign-up is more than its item, so it goes as an account does. Everything else is an item by itself. */
const removeOne = async (item: Due, now: Date): Promise<void> => {
  if (item.entity !== 'profile') return due.remove(item, now)
  const signUp = await due.signUpOf(item)
  const deletion = signUp && (await buryUnverified(table, signUp, now))
  if (deletion !== undefined) await clearAway(deletion, needs)
}

/** Runs every night: what has outlived its period goes. */
export const handler = async (): Promise<Report> => {
  const now = new Date()
  const report: Report = { removed: 0, failed: 0 }
  for await (const item of due.before(now)) {
    try {
      await removeOne(item, now)
      report.removed += 1
    } catch (fault) {
      report.failed += 1
      log.error('an item was not removed', { entity: item.entity, ...faultFields(fault) })
    }
  }
  log.info('retention', { ...report })
  countMetrics({ RetentionFailures: report.failed })
  return report
}
