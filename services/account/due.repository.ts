import * as z from 'zod'
import { keys } from '../platform/table/keys.ts'
import { remove, type Table } from '../platform/table/table.ts'

const dueItem = z.object({ pk: z.string(), sk: z.string(), entity: z.string() })
/** Something that has outlived its period. */
export type Due = z.infer<typeof dueItem>

const unverifiedProfile = z.object({ entity: z.literal('profile'), user_id: z.string(), email: z.string() })

/** What is kept for a period and not longer. */
export const dueRepository = (table: Table) => ({
  /** Everything whose period was over before now, oldest first. */
  async *before(now: Date): AsyncGenerator<Due> {
    for await (const item of table.eachDue(keys.retention('').gsi2pk, now.toISOString()))
      yield dueItem.parse(item)
  },

  /** The sign-up that an item stands for, where it is one that nobody has verified. */
  async signUpOf({ pk, sk }: Due): Promise<{ userId: string; email: string } | undefined> {
    const profile = unverifiedProfile.safeParse((await table.list(pk, sk))[0])
    return profile.success ? { userId: profile.data.user_id, email: profile.data.email } : undefined
  },

  /** Removes an item, unless its period was made longer meanwhile. */
  async remove({ pk, sk }: Due, now: Date): Promise<void> {
    await table.transact(
      remove({ pk, sk }, { onlyIf: 'gsi2sk < :now', values: { ':now': now.toISOString() } }),
    )
  },
})
