import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import type { ChatMessage } from '#shared/rules/pass.ts'
import type { PassHolder } from '#services/passes/public.ts'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { Table } from '#platform/table/table.ts'
import { put, update, type Write } from '#platform/table/write.ts'

const countRecord = z.object({ entity: z.literal('chat_count'), month: z.string(), count: z.number() })

/** Retention of the record that a chat is counted: 8 days, in seconds. Providers repeat events for less than that. */
const retentionSeconds = 8 * 24 * 3600

/** A chat of a day. `waits_for` is the side that has not written yet. It is absent once the chat is counted. */
const chatMarker = z.object({
  entity: z.literal('counted_chat'),
  waits_for: z.optional(z.enum(['visitor', 'adviser'])),
  expires_at_epoch_seconds: z.number(),
})

interface ChatDay {
  readonly holder: PassHolder
  /** The London day: `2027-03-01`. */
  readonly day: string
  /** Authors of the reported messages of the day. */
  readonly authors: readonly ChatMessage['from'][]
  readonly now: Date
}

const countWrite = (month: string): Write =>
  update(keys.chatCount(month), 'SET entity = :entity, #month = :month ADD #count :one', {
    names: { '#month': 'month', '#count': 'count' },
    values: { ':entity': 'chat_count', ':month': month, ':one': 1 },
  })

/** Returns the side that has not written on a day. Undefined if both have. */
const missingSide = (authors: readonly ChatMessage['from'][]): ChatMessage['from'] | undefined => {
  if (!authors.includes('visitor')) return 'visitor'
  return authors.includes('adviser') ? undefined : 'adviser'
}

/** Returns `stale` if another delivery has changed the marker since it was read. */
const recordDay = async (
  table: Table,
  { holder, day, authors, now }: ChatDay,
): Promise<'recorded' | 'stale'> => {
  const key = keys.countedChat(hashOf(JSON.stringify([day, holder.userId ?? null, holder.keyHash ?? null])))
  const before = await table.find(key, chatMarker)
  if (before && (before.waits_for === undefined || !authors.includes(before.waits_for))) return 'recorded'
  const waits_for = before === undefined ? missingSide(authors) : undefined
  const marker: z.infer<typeof chatMarker> = {
    entity: 'counted_chat',
    ...(waits_for === undefined ? {} : { waits_for }),
    expires_at_epoch_seconds: Math.floor(now.getTime() / 1000) + retentionSeconds,
  }
  const { failedCondition } = await table.transact(
    put(key, marker, {
      onlyIf: before === undefined ? 'attribute_not_exists(pk)' : 'attribute_exists(waits_for)',
      otherwise: 'stale',
    }),
    ...(waits_for === undefined ? [countWrite(day.slice(0, 7))] : []),
  )
  return failedCondition === undefined ? 'recorded' : 'stale'
}

/** Stores the number of chats of each month. */
export const chatCountRepository = (table: Table) => ({
  /** Counts the chat of a holder: once for each day in London on which both the holder and an adviser wrote. */
  async record(holder: PassHolder, messages: readonly ChatMessage[], now: Date): Promise<void> {
    for (const day of new Set(messages.map(({ at }) => londonDayOf(at)))) {
      const authors = messages.filter(({ at }) => londonDayOf(at) === day).map(({ from }) => from)
      await retryOnConflict('the marker of a chat', () => recordDay(table, { holder, day, authors, now }))
    }
  },
})

export type ChatCountRepository = ReturnType<typeof chatCountRepository>

/** Returns the number of chats of each month. */
export const readChatCounts = async (table: Table) =>
  (await table.list(keys.chatCount('').pk, '')).map((item) => {
    const { month, count } = parseItem(countRecord, item)
    return { month, value: count }
  })
