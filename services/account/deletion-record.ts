import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { formerEmail } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import { put, type Write } from '#platform/table/write.ts'

export const deletionRecord = z.object({
  entity: z.literal('deletion'),
  user_id: z.string(),
  /** Needed to purge data that is stored by address. Deleted with this record in the last step. */
  email: z.string(),
  /** Time up to which data stored by the address belongs to its previous owner. */
  email_from: z.optional(z.string()),
  former_emails: z.optional(z.array(formerEmail)),
  started_at: z.string(),
  /** `started`: the account is unchanged. `tombstoned`: the account is deleted, and the purge follows. */
  stage: z.enum(['started', 'tombstoned']),
  /** Time from which the address is free, and data stored by it belongs to its next owner. */
  tombstoned_at: z.optional(z.string()),
  customers: z.array(z.string()),
  subscriptions: z.array(z.string()),
  /** Random id of the retained payments. */
  pseudonym: z.string(),
})
export type Deletion = z.infer<typeof deletionRecord>

export const newDeletion = (userId: string, email: string, now: Date): Deletion => ({
  entity: 'deletion',
  user_id: userId,
  email,
  started_at: now.toISOString(),
  stage: 'started',
  customers: [],
  subscriptions: [],
  pseudonym: randomUUID(),
})

/** Returns the fields that change in the record of a deletion when the tombstone is written. */
export const tombstonedFields = (now: Date) => ({
  stage: 'tombstoned' as const,
  tombstoned_at: now.toISOString(),
})

/** Returns the write that stores a deletion. */
export const deletionWrite = (deletion: Deletion, condition?: Parameters<typeof put>[2]): Write =>
  put(
    keys.deletion(deletion.user_id),
    { ...deletion, ...keys.deletionsStarted(deletion.started_at) },
    condition,
  )

export const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])]
