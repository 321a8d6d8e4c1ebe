import * as z from 'zod/mini'
import * as paths from '#shared/values/site-map.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { newSharedToken, sameSecret } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew } from '#platform/table/write.ts'

/** An account that asked for the monthly email. Without this item it gets none. */
const libraryEmailsRecord = z.object({
  entity: z.literal('library_emails'),
  user_id: z.string(),
  /** ISO time. */
  since: z.string(),
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

/** Stores who gets the monthly email about changes to the library. */
export const libraryEmailsRepository = (table: Table) => ({
  async isOn(userId: string): Promise<boolean> {
    return (await table.find(keys.libraryEmails(userId), libraryEmailsRecord)) !== undefined
  },

  /** Switches the email on. A repeated request changes nothing, so the links of earlier emails still stop it. */
  async switchOn(userId: string, now: Date): Promise<void> {
    const record: LibraryEmailsRecord = {
      entity: 'library_emails',
      user_id: userId,
      since: now.toISOString(),
      stop_token: newSharedToken(),
    }
    await table.transact(
      putNew(keys.libraryEmails(userId), { ...record, ...keys.libraryEmailsOn(userId) }, 'on already'),
      requireActiveAccount(userId, 'gone'),
    )
  },

  switchOff: (userId: string): Promise<void> => table.delete(keys.libraryEmails(userId)),

  /** Switches the email off for the holder of a link. Returns false for a link that is not of this account. */
  async stop(userId: string, token: string): Promise<boolean> {
    const record = await table.find(keys.libraryEmails(userId), libraryEmailsRecord)
    // It is off already.
    if (record === undefined) return true
    if (!sameSecret(token, record.stop_token)) return false
    await table.delete(keys.libraryEmails(userId))
    return true
  },

  /** Lists the accounts that get the email. */
  async list(): Promise<LibraryEmailsRecord[]> {
    const items = await table.listByIndex(keys.libraryEmailsOn('').gsi1pk)
    return items.map((item) => libraryEmailsRecord.parse(item))
  },
})

export type LibraryEmailsRepository = ReturnType<typeof libraryEmailsRepository>
