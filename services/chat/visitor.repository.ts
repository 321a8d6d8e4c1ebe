import * as z from 'zod/mini'
import { storagePeriods } from '#shared/values/retention.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { findIdByAddress } from '#platform/account/address.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put } from '#platform/table/write.ts'
import type { PassHolder } from '#services/passes/public.ts'

const visitorRecord = z.object({
  entity: z.literal('chat_visitor'),
  user_id: z.nullable(z.string()),
  /** For guests: the SHA-256 of the guest key, which is the key of the stored pass. */
  key_hash: z.nullable(z.string()),
  expires_at_epoch_seconds: z.number(),
})

const retentionSeconds = storagePeriods.chatVisitor.days * 24 * 3600

/** Stores the account or guest pass behind each visitor id of the chat provider. */
export const visitorRepository = (table: Table) => ({
  /** Stores the holder behind a visitor id. Idempotent. Stores nothing if the account was deleted. */
  async record(id: string, holder: PassHolder, now: Date): Promise<void> {
    const { userId } = holder
    const record: z.infer<typeof visitorRecord> = {
      entity: 'chat_visitor',
      user_id: userId ?? null,
      key_hash: holder.keyHash ?? null,
      expires_at_epoch_seconds: Math.floor(now.getTime() / 1000) + retentionSeconds,
    }
    if (userId === undefined) return table.put(keys.chatVisitor(id), record)
    await table.transact(
      put(keys.chatVisitor(id), { ...record, ...keys.chatVisitorsOf(userId) }),
      requireActiveAccount(userId, 'gone'),
    )
  },

  /** Deletes all visitor records of an account. */
  async deleteFor(userId: string): Promise<void> {
    for (const { pk, sk } of await table.listByIndex(keys.chatVisitorsOf(userId).gsi1pk))
      await table.delete({ pk: String(pk), sk: String(sk) })
  },

  async find(id: string, now: Date): Promise<PassHolder | undefined> {
    const record = await table.find(keys.chatVisitor(id), visitorRecord)
    if (record === undefined || record.expires_at_epoch_seconds * 1000 <= now.getTime()) return undefined
    if (record.user_id !== null) return { userId: record.user_id }
    return record.key_hash === null ? undefined : { keyHash: record.key_hash }
  },

  /** Finds the account that has confirmed an email address. */
  async findByEmail(email: string): Promise<PassHolder | undefined> {
    const userId = await findIdByAddress(table, email)
    return userId === undefined ? undefined : { userId }
  },
})

export type VisitorRepository = ReturnType<typeof visitorRepository>
