import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { deletionWrite, newDeletion, tombstoned } from '#services/account/deletion-record.ts'
import { tombstoneOf } from '#services/account/tombstone.ts'
import { accountSearchRemovals } from '#services/identity/public.ts'
import { profileRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import { Table } from '#platform/table/table.ts'
import { put, remove } from '#platform/table/write.ts'
import type { Difference } from './compare.ts'
import { idOf, keyOf, readItems, textOf, writeItems, type ItemKey, type RawItem } from './items.ts'

/**
 * Records that must survive a restore as they are in the live table, with the reason. `added` copies new ones only,
 * `all` also copies changes and removals.
 */
const kept: Readonly<Record<string, 'added' | 'all'>> = {
  // An email that was sent since would be sent again.
  email: 'added',
  // Emails to an address that bounces would be sent again, and an address that was allowed again would be stopped.
  email_problem: 'all',
  // An email that its member has switched off since would be sent again.
  library_emails: 'all',
  // The record of what admins did must not be undone.
  audit: 'added',
  // Must be kept for seven years.
  retained_payments: 'added',
  // A deletion that has started must be completed.
  deletion: 'added',
}

/** Records whose removal protects an account. They are back after a restore, so the operator is shown their keys. */
export const securityTypes: readonly string[] = ['passkey', 'second_factor', 'referral_token', 'link']

export interface Tables {
  readonly client: DynamoDBClient
  readonly live: string
  readonly restored: string
}

export interface CarriedOver {
  readonly copied: number
  readonly removed: number
  /** Accounts that were deleted after the point in time. `finish-deletions` purges the rest of their data. */
  readonly deletedAgain: number
}

const isSent = (email: RawItem): boolean => ['sent', 'stopped'].includes(textOf(email['status']))

/** A new email that waits belongs to a change that the restore undoes. */
const isCopied = ({ kind, item }: Difference, live: RawItem): boolean => {
  if (item.type === 'email') return kind === 'changed' || isSent(live)
  return kind === 'onlyLive' || kept[item.type] === 'all'
}

/** A record that is gone from the live table: an email that was sent and forgotten, or a problem that was lifted. */
const isRemoved = (restored: RawItem): boolean =>
  textOf(restored['entity']) === 'email'
    ? restored['forget_when_sent']?.BOOL === true
    : kept[textOf(restored['entity'])] === 'all'

const anyItem = z.record(z.string(), z.unknown())

/** Deletes an account in the restored table as `delete-account` does. Returns false if it is not there. */
const deleteAgain = async (table: Table, { pk, sk }: ItemKey, now: Date): Promise<boolean> => {
  const key = { pk, sk }
  const found = profileRecord.safeParse(await table.find(key, anyItem))
  if (!found.success) return false
  const { user_id: userId, email, former_emails = [] } = found.data
  await table.transact(
    put(key, tombstoneOf(userId, now)),
    remove(keys.address(email)),
    ...accountSearchRemovals(found.data),
    deletionWrite({ ...newDeletion(userId, email, now), former_emails, ...tombstoned(now) }),
  )
  return true
}

/** Copies what a restore must not undo from the live table to the restored one. It can be repeated. */
export const carryOver = async (
  { client, live, restored }: Tables,
  differences: readonly Difference[],
  now: Date,
): Promise<CarriedOver> => {
  const ofKept = differences.filter(({ item }) => kept[item.type] !== undefined)
  const gone = ofKept.filter(({ kind }) => kind === 'onlyRestored')
  const current = ofKept.filter(({ kind }) => kind !== 'onlyRestored')
  const liveItems = await readItems(
    client,
    live,
    current.map(({ item }) => item),
  )
  const puts = current.flatMap((difference) => {
    const item = liveItems.get(idOf(difference.item))
    return item !== undefined && isCopied(difference, item) ? [item] : []
  })
  const goneItems = await readItems(
    client,
    restored,
    gone.map(({ item }) => item),
  )
  const deletes = [...goneItems.values()].filter(isRemoved).map(keyOf)
  await writeItems(client, restored, { puts, deletes })
  const table = new Table(DynamoDBDocumentClient.from(client), restored)
  let deletedAgain = 0
  for (const { item } of differences)
    if (item.type === 'tombstone' && (await deleteAgain(table, item, now))) deletedAgain += 1
  return { copied: puts.length, removed: deletes.length, deletedAgain }
}
