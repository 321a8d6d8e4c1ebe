import { londonDayOf } from '#shared/rules/london.ts'
import { isWorkingDay } from '#shared/rules/working-days.ts'
import * as paths from '#shared/values/site-map.ts'
import { env } from '#platform/env.ts'
import { log } from '#platform/log.ts'
import { inLondon } from '#platform/london.ts'
import { countMetrics } from '#platform/metric.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { type ChatDeletionRepository, chatDeletionRepository } from '../chat-deletion.repository.ts'
import { type ReminderRepository, reminderRepository } from '../reminder.repository.ts'

export interface Dependencies {
  readonly reminders: ReminderRepository
  readonly chatDeletions: ChatDeletionRepository
  /** The stage's chat provider: `tawk`, `chatwoot`, `local` or `none`. */
  readonly provider: string
  readonly siteUrl: string
}

/** `not_due`: it is too early, or not a working day. */
export type Report = 'not_due' | { readonly late: number; readonly today: number }

/** London hour from which the email is sent. */
const sendingHour = 8

/**
 * Emails the support address the open items that are late or due before the next working day, once on each working day
 * and only if there are any. Counts the late items in the metric `LateInboxItems`, which an alarm watches. If the chat
 * provider is Tawk.to, for which no API that deletes is known, it also reminds the admins once a month to delete old
 * conversations there.
 */
export const handle = async (deps: Dependencies, now: Date): Promise<Report> => {
  if (!isWorkingDay(londonDayOf(now)) || inLondon(now).hour < sendingHour) return 'not_due'
  const [due, deletion] = await Promise.all([deps.reminders.listDue(now), deps.chatDeletions.find()])
  const link = `${deps.siteUrl}${paths.adminInbox}`
  if (due.late.length + due.today.length > 0) await deps.reminders.queue(due, link, now)
  if (deps.provider === 'tawk') await deps.chatDeletions.remind(deletion, link, now)
  const report = { late: due.late.length, today: due.today.length }
  log.info('inbox reminders sent', report)
  countMetrics({ LateInboxItems: report.late })
  return report
}

const table = new Table()
const deps: Dependencies = {
  reminders: reminderRepository(table),
  chatDeletions: chatDeletionRepository(table),
  provider: env('CHAT_PROVIDER'),
  siteUrl: env('SITE_URL'),
}
export const handler = scheduled((now) => handle(deps, now))
