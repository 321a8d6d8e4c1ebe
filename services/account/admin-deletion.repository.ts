import * as z from 'zod/mini'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, type Write } from '#platform/table/write.ts'

const counterRecord = z.object({ version: z.number() })
const userItem = z.object({ entity: z.string(), user_id: z.string() })

/** Returns the write that counts the deletion of an admin account. One of two concurrent deletions fails: `stale`. */
export const adminDeletionWrite = (version: number): Write =>
  put(
    keys.adminDeletions(),
    { entity: 'admin_deletions', version: version + 1 },
    version === 0
      ? { onlyIf: 'attribute_not_exists(pk)', otherwise: 'stale' }
      : { onlyIf: 'version = :version', values: { ':version': version }, otherwise: 'stale' },
  )

/** Counts the deletions of admin accounts, so that at least one admin remains. */
export const adminDeletionRepository = (table: Table) => ({
  /** Returns how many deletions of admin accounts have started so far. */
  async version(): Promise<number> {
    return (await table.find(keys.adminDeletions(), counterRecord))?.version ?? 0
  },

  /**
   * Returns true if at least one of these accounts is neither deleted nor being deleted. Reads the deletions
   * before the profiles: a deletion that finishes in between has already written its tombstone.
   */
  async doesAnyRemain(userIds: readonly string[]): Promise<boolean> {
    const read = (keyOf: typeof keys.deletion) => table.findMany(userIds.map(keyOf), userItem)
    const beingDeleted = new Set((await read(keys.deletion)).map(({ user_id }) => user_id))
    const profiles = await read(keys.profile)
    return profiles.some(({ entity, user_id }) => entity === 'profile' && !beingDeleted.has(user_id))
  },
})

export type AdminDeletionRepository = ReturnType<typeof adminDeletionRepository>
