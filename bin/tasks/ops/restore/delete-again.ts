import * as z from 'zod'
import { deletionRecord, newDeletion, union } from '#services/account/deletion-record.ts'
import { accountRemovals } from '#services/account/tombstone.ts'
import { profileRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import type { Difference } from './compare.ts'
import type { ItemKey } from './items.ts'

const anyItem = z.record(z.string(), z.unknown())
const isDefined = (id: string | undefined): id is string => id !== undefined

/** Deletes an account in the restored table as `delete-account` does. Returns false if it is not there. */
const deleteAgain = async (table: Table, { pk, sk }: ItemKey, now: Date): Promise<boolean> => {
  const found = profileRecord.safeParse(await table.find({ pk, sk }, anyItem))
  if (!found.success) return false
  const { data: profile } = found
  const { user_id: userId, stripe_customer_id: current, former_stripe_customer_id: former } = profile
  const started = await table.find(keys.deletion(userId), deletionRecord)
  const deletion = started ?? newDeletion(userId, profile.email, now)
  // The restored table also has the items of the account's customers.
  const customers = union(deletion.customers, [current, former].filter(isDefined))
  const writes = await accountRemovals(table, profile, { ...deletion, customers }, { now })
  const { failedCondition } = await table.transact(...writes)
  if (failedCondition !== undefined)
    throw new Error(`An account changed while it was deleted again: repeat this command. ${userId}`)
  return true
}

/** Deletes the accounts that have a tombstone in the live table. `finish-deletions` purges the rest of their data. */
export const deleteAllAgain = async (
  table: Table,
  differences: readonly Difference[],
  now: Date,
): Promise<number> => {
  let deleted = 0
  for (const { item } of differences)
    if (item.type === 'tombstone' && (await deleteAgain(table, item, now))) deleted += 1
  return deleted
}
