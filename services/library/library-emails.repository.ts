import * as z from 'zod/mini'
import * as paths from '#shared/values/site-map.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { newSharedToken, sameSecret } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import { parseEach } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'
import { check, update, type Write } from '#platform/table/write.ts'

/**
 * The choice of an account that asked for the monthly email. It is kept while the email is off, so that the links of
 * all earlier emails stop the later ones too. Accounts without this item, or with one outside the index, get no email.
 */
export const libraryEmailsRecord = z.object({
  entity: z.literal('library_emails'),
  user_id: z.string(),
  /** ISO time at which it was last switched on. */
  since: z.string(),
  /** ISO time. Absent while the email is on. */
  switched_off_at: z.optional(z.string()),
  /** Proves that a link to stop the emails comes from one of them. It allows nothing else. */
  stop_token: z.string(),
})
export type LibraryEmailsRecord = z.infer<typeof libraryEmailsRecord>

/** Returns the address that stops the emails of an account. */
export const stopLinkOf = (
  siteUrl: string,
  record: Pick<LibraryEmailsRecord, 'user_id' | 'stop_token'>,
): string =>
  `${siteUrl}${paths.stopLibraryEmails}?${new URLSearchParams({ account: record.user_id, token: record.stop_token }).toString()}`

const isOn = (record: LibraryEmailsRecord | undefined): boolean =>
  record !== undefined && record.switched_off_at === undefined

/** Returns the write that switches the email off. It fails if the email is off already. */
const offWrite = (userId: string, now: Date): Write =>
  update(keys.libraryEmails(userId), 'SET switched_off_at = :now REMOVE gsi1pk, gsi1sk', {
    onlyIf: 'attribute_exists(pk) AND attribute_not_exists(switched_off_at)',
    values: { ':now': now.toISOString() },
    otherwise: 'already_off',
  })

/** Returns the write that switches the email on. It fails if the email is on already. */
const onWrite = (userId: string, now: Date): Write => {
  const { gsi1pk, gsi1sk } = keys.libraryEmailsOn(userId)
  return update(
    keys.libraryEmails(userId),
    'SET entity = :entity, user_id = :user, since = :now, stop_token = if_not_exists(stop_token, :token), gsi1pk = :gsi1pk, gsi1sk = :gsi1sk REMOVE switched_off_at',
    {
      onlyIf: 'attribute_not_exists(pk) OR attribute_exists(switched_off_at)',
      values: {
        ':entity': 'library_emails',
        ':user': userId,
        ':now': now.toISOString(),
        ':token': newSharedToken(),
        ':gsi1pk': gsi1pk,
        ':gsi1sk': gsi1sk,
      },
      otherwise: 'already_on',
    },
  )
}

/** Requires that the email is on. Include it in a transaction that queues one. */
export const requireLibraryEmailsOn = (userId: string, otherwise: string): Write =>
  check(keys.libraryEmails(userId), {
    onlyIf: 'attribute_exists(pk) AND attribute_not_exists(switched_off_at)',
    otherwise,
  })

/** Stores the accounts that get the monthly email about changes to the library. */
export const libraryEmailsRepository = (table: Table) => ({
  async isOn(userId: string): Promise<boolean> {
    return isOn(await table.find(keys.libraryEmails(userId), libraryEmailsRecord))
  },

  /** Switches the email on. A repeated request changes nothing. */
  async switchOn(userId: string, now: Date): Promise<void> {
    await table.transact(onWrite(userId, now), requireActiveAccount(userId, 'gone'))
  },

  /** Switches the email off. A repeated request changes nothing. */
  async switchOff(userId: string, now: Date): Promise<void> {
    await table.transact(offWrite(userId, now))
  },

  /**
   * Switches the email off for the holder of a link. Returns false if the link belongs to another account. Accepts any
   * link for an account without a record, which gets no email anyway.
   */
  async stop(userId: string, token: string, now: Date): Promise<boolean> {
    const record = await table.find(keys.libraryEmails(userId), libraryEmailsRecord)
    if (record === undefined) return true
    if (!sameSecret(token, record.stop_token)) return false
    if (isOn(record)) await table.transact(offWrite(userId, now))
    return true
  },

  /** Lists the accounts that get the email. */
  async list(): Promise<LibraryEmailsRecord[]> {
    const items = await table.listByIndex(keys.libraryEmailsOn('').gsi1pk)
    return parseEach(items, (item) => libraryEmailsRecord.parse(item))
  },
})

export type LibraryEmailsRepository = ReturnType<typeof libraryEmailsRepository>
