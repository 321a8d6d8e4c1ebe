import * as z from 'zod/mini'
import { type ChatEvent, maxVisitorLength } from './chat-event.ts'

/** The fields that we read: https://www.chatwoot.com/hc/user-guide/articles/1677693021. */
const message = z.object({
  event: z.literal('message_created'),
  message_type: z.enum(['incoming', 'outgoing']),
  /** Private notes between advisers are outgoing too, but are not replies. */
  private: z.optional(z.boolean()),
  created_at: z.optional(z.union([z.string(), z.number()])),
  /** Advisers are `user`. Bots and visitors have other types. */
  sender: z.nullish(z.partial(z.object({ type: z.string() }))),
  /** Campaign messages are sent before the visitor has written anything. */
  additional_attributes: z.nullish(z.partial(z.object({ campaign_id: z.unknown() }))),
  conversation: z.object({
    meta: z.object({
      /**
       * False while the visitor has not proved the identifier. Chatwoot merges the contact of anyone who enters the
       * address of a contact, without a signature, into that contact, and reports its identifier for both.
       *
       * @see https://github.com/chatwoot/chatwoot/blob/develop/app/actions/contact_identify_action.rb
       */
      hmac_verified: z.literal(true),
      sender: z.object({ identifier: z.string().check(z.minLength(1), z.maxLength(maxVisitorLength)) }),
    }),
  }),
})

/** Parses a number as seconds and a text as a UTC date. Returns `now` for anything else. */
const timeOf = (createdAt: string | number | undefined, now: Date): Date => {
  const time = new Date(typeof createdAt === 'number' ? createdAt * 1000 : (createdAt ?? ''))
  return Number.isNaN(time.getTime()) ? now : time
}

/** Parses a Chatwoot delivery. Chatwoot reports each message as it is sent. */
export const eventFromChatwoot = (body: unknown, now: Date): ChatEvent | undefined => {
  const parsed = message.safeParse(body)
  if (!parsed.success || parsed.data.private === true) return undefined
  const { additional_attributes, conversation, created_at, message_type, sender } = parsed.data
  const from = message_type === 'incoming' ? 'visitor' : 'adviser'
  if (additional_attributes?.campaign_id || (from === 'adviser' && sender?.type !== 'user')) return undefined
  const at = timeOf(created_at, now)
  return { visitor: { id: conversation.meta.sender.identifier }, messages: [{ from, at }] }
}
