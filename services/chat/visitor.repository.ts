import * as z from 'zod'
import { stillThere } from '../platform/member.ts'
import { keys } from '../platform/table/keys.ts'
import { put, type Table } from '../platform/table/table.ts'
import type { Holder } from '../billing/public.ts'

const visitorRecord = z.object({
  entity: z.literal('chat-visitor'),
  user_id: z.string().nullable(),
  /** Of a guest: the SHA-256 of the guest key, under which the pass is stored. */
  key_hash: z.string().nullable(),
  expiresAtEpochSeconds: z.number(),
})

/**
 * How long a visitor is known after they last opened the chat, in seconds: longer than the longest pass waits
 * and the last word about its conversation takes.
 */
const keepSeconds = 60 * 24 * 3600

export const visitorRepository = (table: Table) => ({
  /** Notes who this visitor is; again and again the same. Of an account that is gone by now, nothing. */
  async remember(id: string, holder: Holder, now: Date): Promise<void> {
    const { userId } = holder
    const record: z.infer<typeof visitorRecord> = {
      entity: 'chat-visitor',
      user_id: userId ?? null,
      key_hash: holder.keyHash ?? null,
      expiresAtEpochSeconds: Math.floor(now.getTime() / 1000) + keepSeconds,
    }
    if (userId === undefined) return table.put(keys.chatVisitor(id), record)
    await table.transact(
      put(keys.chatVisitor(id), { ...record, ...keys.chatVisitorsOf(userId) }),
      stillThere(userId, 'gone'),
    )
  },

  /** Forgets which visitors somebody was. */
  async forget(userId: string): Promise<void> {
    for (const { pk, sk } of await table.listAllByIndex(keys.chatVisitorsOf(userId).gsi1pk))
      await table.delete({ pk: String(pk), sk: String(sk) })
  },

  async find(id: string, now: Date): Promise<Holder | undefined> {
    const record = await table.find(keys.chatVisitor(id), visitorRecord)
    if (record === undefined || record.expiresAtEpochSeconds * 1000 <= now.getTime()) return undefined
    if (record.user_id !== null) return { userId: record.user_id }
    return record.key_hash === null ? undefined : { keyHash: record.key_hash }
  },

  /** Whose account has this address? The index lags by some milliseconds, an account by years. */
  async userWith(email: string): Promise<Holder | undefined> {
    const { gsi1pk, gsi1sk } = keys.profileByEmail(email)
    const [item] = await table.listByIndex(gsi1pk, { sk: gsi1sk, limit: 1 })
    const userId = item?.['user_id']
    return typeof userId === 'string' ? { userId } : undefined
  },
})

export type VisitorRepository = ReturnType<typeof visitorRepository>
