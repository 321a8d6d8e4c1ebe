import * as z from 'zod'
import type { News } from './news.ts'

/** As far as we read it: https://www.chatwoot.com/hc/user-guide/articles/1677693021. */
const message = z.object({
  event: z.literal('message_created'),
  message_type: z.literal('outgoing'),
  /** A note among advisers is outgoing too, and no answer. */
  private: z.boolean().optional(),
  created_at: z.union([z.string(), z.number()]).optional(),
  /** A robot that answers is not of type `user`. */
  sender: z.object({ type: z.literal('user') }),
  /** What a campaign sends is written before anybody asked. */
  additional_attributes: z.object({ campaign_id: z.unknown() }).partial().nullish(),
  conversation: z.object({ meta: z.object({ sender: z.object({ identifier: z.string().min(1) }) }) }),
})

/** Numbers are seconds; a text is read as a date, in UTC as Chatwoot writes it. */
const timeOf = (createdAt: string | number | undefined, now: Date): Date => {
  const time = typeof createdAt === 'number' ? createdAt * 1000 : Date.parse(createdAt ?? '')
  return Number.isNaN(time) ? now : new Date(time)
}

/** An adviser's message, told as it is sent. */
export const newsFromChatwoot = (body: unknown, now: Date): News | undefined => {
  const parsed = message.safeParse(body)
  if (!parsed.success || parsed.data.private === true) return undefined
  const { additional_attributes, conversation, created_at } = parsed.data
  if (additional_attributes?.campaign_id) return undefined
  return { visitor: { id: conversation.meta.sender.identifier }, answers: [timeOf(created_at, now)] }
}
