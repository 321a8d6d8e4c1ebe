import * as z from 'zod/mini'
import { londonDayOf } from '#shared/rules/london.ts'
import type { PassHolder } from '#services/passes/public.ts'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew, update } from '#platform/table/write.ts'

const countRecord = z.object({ entity: z.literal('chat_count'), month: z.string(), count: z.number() })

/** Retention of the record that a chat is counted: 8 days, in seconds. Providers repeat events for less than that. */
const retentionSeconds = 8 * 24 * 3600

/** Stores the number of chats of each month. */
export const chatCountRepository = (table: Table) => ({
  /** Counts the chat of a holder: once for each day in London on which messages are reported. */
  async record(holder: PassHolder, now: Date): Promise<void> {
    const day = londonDayOf(now)
    const month = day.slice(0, 7)
    await table.transact(
      putNew(
        keys.countedChat(hashOf(JSON.stringify([day, holder.userId ?? null, holder.keyHash ?? null]))),
        {
          entity: 'counted_chat',
          expires_at_epoch_seconds: Math.floor(now.getTime() / 1000) + retentionSeconds,
        },
        'counted',
      ),
      update(keys.chatCount(month), 'SET entity = :entity, #month = :month ADD #count :one', {
        names: { '#month': 'month', '#count': 'count' },
        values: { ':entity': 'chat_count', ':month': month, ':one': 1 },
      }),
    )
  },
})

export type ChatCountRepository = ReturnType<typeof chatCountRepository>

/** Returns the number of chats of each month. */
export const readChatCounts = async (table: Table) =>
  (await table.list(keys.chatCount('').pk, '')).map((item) => {
    const { month, count } = countRecord.parse(item)
    return { month, value: count }
  })
