import * as paths from '#shared/values/site-map.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { timeLimit } from '#platform/clock.ts'
import { planOf } from '#platform/account/plan.ts'
import { profileOrTombstone, subscriberRecord } from '#platform/account/records.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { queuedCauses } from '#platform/email/queue-email.ts'
import { env } from '#platform/env.ts'
import { errorFields, log } from '#platform/log.ts'
import { inLondon } from '#platform/london.ts'
import { keys } from '#platform/table/keys.ts'
import { parseEach } from '#platform/parse-each.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import {
  type LibraryEmailsRecord,
  type LibraryEmailsRepository,
  libraryEmailsRepository,
  requireLibraryEmailsOn,
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

/** Members whose emails are looked up and queued together: as many as one read of a batch. */
const groupSize = 100

/**
 * Time after which a run begins no further group, in milliseconds. Lambda ends it after 15 minutes, which are enough for
 * about 40,000 emails.
 */
const maxRunMs = 13 * 60_000

/** Finds the members among those who asked for the email, with their profiles. Others cannot open the library. */
const recipientsOf = async (table: Table, records: readonly LibraryEmailsRecord[], now: Date) => {
  const subscribers = parseEach(
    await table.readMany(records.map(({ user_id }) => keys.subscriber(user_id))),
    (item) => subscriberRecord.parse(item),
  )
  const memberIds = new Set(
    subscribers.filter((one) => planOf(one, now) !== 'none').map(({ user_id }) => user_id),
  )
  const profiles = parseEach(await table.readMany([...memberIds].map((id) => keys.profile(id))), (item) =>
    profileOrTombstone.parse(item),
  )
  return profiles.flatMap((profile) => {
    const record = records.find(({ user_id }) => user_id === profile.user_id)
    return record === undefined || profile.entity === 'tombstone' ? [] : { profile, record }
  })
}

const causeOf = (month: string, userId: string): string => `library-news:${month}:${userId}`

/** Leaves out those whose email of the month is queued already, so that a repeated run continues with the others. */
const withoutQueuedEmail = async (table: Table, records: readonly LibraryEmailsRecord[], month: string) => {
  const causes = records.map(({ user_id }) => causeOf(month, user_id))
  const queued = await queuedCauses(table, causes)
  return records.filter(({ user_id }) => !queued.has(causeOf(month, user_id)))
}

type Recipient = Awaited<ReturnType<typeof recipientsOf>>[number]
type Changes = Awaited<ReturnType<typeof readMonthlyChanges>>

/** Queues the email to a member, unless it is queued already or was switched off, or the account was deleted. */
const queue = async (
  { profile, record }: Recipient,
  { month, changes }: { readonly month: string; readonly changes: Changes },
  { table, siteUrl }: Dependencies,
  now: Date,
): Promise<boolean> => {
  const content = {
    template: 'library-news' as const,
    name: profile.full_name,
    month,
    items: changes.slice(0, maxNamed),
    more: Math.max(0, changes.length - maxNamed),
    link: `${siteUrl}${paths.library}`,
    stop_link: stopLinkOf(siteUrl, record),
  }
  const { failedCondition } = await table.transact(
    emailWrite({ cause: causeOf(month, profile.user_id), to: profile.email, content, now }),
    requireActiveAccount(profile.user_id, 'gone'),
    requireLibraryEmailsOn(profile.user_id, 'off'),
  )
  return failedCondition === undefined
}

/**
 * Emails what was added to the library and changed in it last month to the members who asked for it, in the first days
 * of a month. Sends nothing if nothing changed. A repeated run sends no second email, and continues with the others.
 *
 * @throws Error if an email could not be queued, or there was no time for all. Lambda repeats the run, and the function's
 * error alarm reports it
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ changes: number; sent: number }> => {
  const { table, emails } = deps
  const isTimeUp = timeLimit(maxRunMs)
  const today = inLondon(now)
  const month = today.minus({ months: 1 }).toFormat('yyyy-MM')
  const isTime = today.day <= lastDayOfSending
  const changes = isTime ? await readMonthlyChanges(table, month) : []
  const records = changes.length === 0 ? [] : await emails.list()
  let [sent, failed, tried] = [0, 0, 0]
  for (; tried < records.length && !isTimeUp(); tried += groupSize) {
    const group = await withoutQueuedEmail(table, records.slice(tried, tried + groupSize), month)
    for (const recipient of await recipientsOf(table, group, now))
      try {
        if (await queue(recipient, { month, changes }, deps, now)) sent += 1
      } catch (error) {
        // One member's email must not stop the emails of other members. The next run repeats it.
        failed += 1
        log.error('library email not queued', { userId: recipient.profile.user_id, ...errorFields(error) })
      }
  }
  const left = Math.max(0, records.length - tried)
  const report = { changes: changes.length, sent }
  log.info('library emails queued', { ...report, failed, left })
  if (failed > 0) throw new Error(`${failed} library emails were not queued`)
  if (left > 0) throw new Error(`No time was left for ${left} accounts that asked for the email`)
  return report
}

const table = new Table()
const deps: Dependencies = { table, emails: libraryEmailsRepository(table), siteUrl: env('SITE_URL') }
export const handler = scheduled((now) => handle(deps, now))
