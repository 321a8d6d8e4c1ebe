import * as z from 'zod/mini'
import { keys } from '#platform/table/keys.ts'
import { parseEach } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'
import { remove } from '#platform/table/write.ts'

const expiredItem = z.object({ pk: z.string(), sk: z.string(), entity: z.string() })
/** An item whose retention period is over. */
export type ExpiredItem = z.infer<typeof expiredItem>

const unverifiedProfile = z.object({ entity: z.literal('profile'), user_id: z.string(), email: z.string() })

/** Finds and removes items whose retention period is over. */
export const expiredItemRepository = (table: Table) => ({
  /** Iterates over the items whose retention period ended before `now`, oldest first. */
  async *each(now: Date): AsyncGenerator<ExpiredItem> {
    for await (const item of table.eachDue(keys.retention('').gsi2pk, now.toISOString()))
      yield* parseEach([item], (one) => expiredItem.parse(one))
  },

  /** Finds the sign-up of an expired profile. Only profiles of pending sign-ups have a retention period. */
  async findSignUp({ pk, sk }: ExpiredItem): Promise<{ userId: string; email: string } | undefined> {
    const profile = unverifiedProfile.safeParse((await table.list(pk, sk))[0])
    return profile.success ? { userId: profile.data.user_id, email: profile.data.email } : undefined
  },

  /** Removes an item, unless its retention period was extended in the meantime. */
  async remove({ pk, sk }: ExpiredItem, now: Date): Promise<void> {
    await table.transact(
      remove({ pk, sk }, { onlyIf: 'gsi2sk < :now', values: { ':now': now.toISOString() } }),
    )
  },
})

export type ExpiredItemRepository = ReturnType<typeof expiredItemRepository>
