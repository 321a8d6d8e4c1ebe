import * as z from 'zod/mini'
import * as paths from '#shared/values/site-map.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { planOf } from '#platform/account/plan.ts'
import { profileRecord, subscriberRecord, tombstoneRecord } from '#platform/account/records.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { env } from '#platform/env.ts'
import { errorFields, log } from '#platform/log.ts'
import { inLondon } from '#platform/london.ts'
import { keys } from '#platform/table/keys.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import {
  type LibraryEmailsRecord,
  type LibraryEmailsRepository,
  libraryEmailsRepository,
  stopLinkOf,
} from '../library-emails.repository.ts'
import { readMonthlyChanges } from '../monthly-changes.ts'

export interface Dependencies {
  readonly table: Table
  readonly emails: LibraryEmailsRepository
  readonly siteUrl: string
}

/** The second and the third day of a month repeat what failed on the first. */
const lastDayOfSending = 3

/** Items that an email names. The link leads to the rest. */
const maxNamed = 50

const profileOrTombstone = z.discriminatedUnion('entity', [profileRecord, tombstoneRecord])

/** Finds the members among those who asked for the email, with their profiles. Others cannot open the library. */
const recipientsOf = async (table: Table, records: readonly LibraryEmailsRecord[], now: Date) => {
  const subscribers = await table.findMany(
    records.map(({ user_id }) => keys.subscriber(user_id)),
    subscriberRecord,
  )
  const memberIds = new Set(
    subscribers.filter((one) => planOf(one, now) !== 'none').map(({ user_id }) => user_id),
  )
  const profiles = await table.findMany(
    [...memberIds].map((id) => keys.profile(id)),
    profileOrTombstone,
  )
  return profiles.flatMap((profile) => {
    const record = records.find(({ user_id }) => user_id === profile.user_id)
    return record === undefined || profile.entity === 'tombstone' ? [] : { profile, record }
  })
}

/**
 * Emails what was added to the library and changed in it last month to the members who asked for it, in the first days
 * of a month. Sends nothing if nothing changed. A repeated run sends no second email.
 */
export const handle = async (
  { table, emails, siteUrl }: Dependencies,
  now: Date,
): Promise<{ changes: number; sent: number }> => {
  const today = inLondon(now)
  const month = today.minus({ months: 1 }).toFormat('yyyy-MM')
  const isTime = today.day <= lastDayOfSending
  const changes = isTime ? await readMonthlyChanges(table, month) : []
  const recipients = changes.length === 0 ? [] : await recipientsOf(table, await emails.list(), now)
  let sent = 0
  let failed = 0
  for (const { profile, record } of recipients) {
    const content = {
      template: 'library-news' as const,
      name: profile.full_name,
      month,
      items: changes.slice(0, maxNamed),
      more: Math.max(0, changes.length - maxNamed),
      link: `${siteUrl}${paths.library}`,
      stop_link: stopLinkOf(siteUrl, record),
    }
    try {
      const { failedCondition } = await table.transact(
        emailWrite({
          cause: `library-news:${month}:${profile.user_id}`,
          to: profile.email,
          content,
          now,
        }),
        requireActiveAccount(profile.user_id, 'gone'),
      )
      if (failedCondition === undefined) sent += 1
    } catch (error) {
      // One member's email must not stop those of the others. The next day repeats it.
      failed += 1
      log.error('library email not queued', { userId: profile.user_id, ...errorFields(error) })
    }
  }
  const report = { changes: changes.length, sent }
  log.info('library emails queued', { ...report, failed })
  // Reported as a failed run, which raises an alarm.
  if (failed > 0) throw new Error(`${failed} library emails were not queued`)
  return report
}

const table = new Table()
const deps: Dependencies = { table, emails: libraryEmailsRepository(table), siteUrl: env('SITE_URL') }
export const handler = scheduled((now) => handle(deps, now))
