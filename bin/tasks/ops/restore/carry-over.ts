import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Table } from '#platform/table/table.ts'
import type { Difference } from './compare.ts'
import { deleteAllAgain } from './delete-again.ts'
import { idOf, keyOf, readItems, textOf, writeItems, type RawItem } from './items.ts'
import { withoutOrphans } from './owners.ts'

/**
 * Records that must survive a restore as they are in the live table, with the reason. `added` copies new ones only,
 * `all` also copies changes and removals.
 */
const kept: Readonly<Record<string, 'added' | 'all'>> = {
  // An email that was sent since would be sent again.
  email: 'added',
  // Emails to an address that bounces would be sent again, and an address that was allowed again would be stopped.
  email_problem: 'all',
  // An email that the account has switched off since would be sent again.
  library_emails: 'all',
  // The record of what admins did must not be undone.
  audit: 'added',
  // Must be kept for seven years.
  retained_payments: 'added',
  // A deletion that has started must be completed, and one that was abandoned must not be.
  deletion: 'all',
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

/** Returns whether an email was sent, stopped or given up. The restore must not send it again. */
const isDone = (email: RawItem): boolean => ['sent', 'stopped', 'failed'].includes(textOf(email['status']))

/**
 * Returns whether an item is copied. A new email that is still waiting is not, because it belongs to a change that the
 * restore undoes.
 */
const isCopied = ({ kind, item }: Difference, live: RawItem): boolean => {
  if (item.type === 'email') return kind === 'changed' || isDone(live)
  return kind === 'onlyLive' || kept[item.type] === 'all'
}

/**
 * Returns whether a record must be removed from the restored table because it is no longer in the live one: an email
 * that was sent and deleted, a resolved problem, or an abandoned deletion. A deletion with a tombstone was written by
 * an earlier run of this command.
 */
const isRemoved = (restored: RawItem): boolean => {
  const type = textOf(restored['entity'])
  if (type === 'email') return restored['forget_when_sent']?.BOOL === true
  return kept[type] === 'all' && textOf(restored['stage']) !== 'tombstoned'
}

/**
 * Copies the records that a restore must not undo from the live table to the restored one, except for accounts that the
 * restore does not bring back. It can be repeated.
 */
export const carryOver = async (
  { client, live, restored }: Tables,
  differences: readonly Difference[],
  now: Date,
): Promise<CarriedOver> => {
  const keptDifferences = differences.filter(({ item }) => kept[item.type] !== undefined)
  const onlyRestored = keptDifferences.filter(({ kind }) => kind === 'onlyRestored')
  const inLive = keptDifferences.filter(({ kind }) => kind !== 'onlyRestored')
  const liveItems = await readItems(
    client,
    live,
    inLive.map(({ item }) => item),
  )
  const toCopy = inLive.flatMap((difference) => {
    const item = liveItems.get(idOf(difference.item))
    return item !== undefined && isCopied(difference, item) ? [item] : []
  })
  const puts = await withoutOrphans({ client, table: restored }, toCopy)
  await writeItems(client, restored, { puts })
  const table = new Table(DynamoDBDocumentClient.from(client), restored)
  // Deletions come before the removals, because a restored deletion record can name customers that no other item names.
  const deletedAgain = await deleteAllAgain(table, differences, now)
  const restoredItems = await readItems(
    client,
    restored,
    onlyRestored.map(({ item }) => item),
  )
  const deletes = [...restoredItems.values()].filter(isRemoved).map(keyOf)
  await writeItems(client, restored, { deletes })
  return { copied: puts.length, removed: deletes.length, deletedAgain }
}
