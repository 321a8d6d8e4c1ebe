import { isWorkingDay } from '#shared/rules/opening-hours.ts'
import { londonDayOf, londonTime } from '#shared/rules/london.ts'
import * as paths from '#shared/values/site-map.ts'
import { env } from '#platform/env.ts'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { Table } from '#platform/table/table.ts'
import { type ReminderRepository, reminderRepository } from '../reminder.repository.ts'

export interface Dependencies {
  readonly reminders: ReminderRepository
  readonly siteUrl: string
}

export type Report = 'too early or no working day' | { readonly late: number; readonly today: number }

/** London hour from which the email is sent. */
const sendingHour = 8

/**
 * Emails the support address the open items that are late or due today, once on each working day and only if there are
 * any. Counts the late items in the metric `LateInboxItems`, which an alarm watches.
 */
export const handle = async (deps: Dependencies, now: Date): Promise<Report> => {
  const today = londonDayOf(now)
  if (!isWorkingDay(today) || now < londonTime(today, sendingHour)) return 'too early or no working day'
  const due = await deps.reminders.listDue(now)
  if (due.late.length + due.today.length > 0)
    await deps.reminders.queue(due, `${deps.siteUrl}${paths.adminInbox}`, now)
  const report = { late: due.late.length, today: due.today.length }
  log.info('inbox reminders sent', report)
  countMetrics({ LateInboxItems: report.late })
  return report
}

const deps: Dependencies = { reminders: reminderRepository(new Table()), siteUrl: env('SITE_URL') }
export const handler = (): Promise<Report> => handle(deps, new Date())
