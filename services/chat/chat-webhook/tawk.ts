import * as z from 'zod/mini'
import type { ChatMessage } from '#shared/rules/pass.ts'
import { type ChatEvent, maxVisitorLength } from './chat-event.ts'

/** The fields that we read: https://developer.tawk.to/webhooks. Sender types: `a`gent, `v`isitor, `s`ystem. */
const transcript = z.object({
  event: z.literal('chat:transcript_created'),
  chat: z.object({
    // Visitors whom Tawk.to does not recognise have no address.
    visitor: z.object({ email: z.nullish(z.string()) }),
    messages: z.array(z.object({ sender: z.object({ t: z.string() }), time: z.string() })),
  }),
})

const authors: Readonly<Record<string, ChatMessage['from']>> = { a: 'adviser', v: 'visitor' }

/**
 * Parses a Tawk.to delivery. Tawk.to sends a transcript with all messages after the conversation. Its other
 * events do not say who wrote a message.
 */
export const eventFromTawk = (body: unknown): ChatEvent | undefined => {
  const parsed = transcript.safeParse(body)
  if (!parsed.success) return undefined
  const { visitor, messages } = parsed.data.chat
  const email = visitor.email?.toLowerCase() ?? ''
  const isAddress = email !== '' && email.length <= maxVisitorLength
  const own = messages
    .flatMap(({ sender, time }) => {
      const from = authors[sender.t]
      return from === undefined ? [] : [{ from, at: new Date(time) }]
    })
    .filter(({ at }) => !Number.isNaN(at.getTime()))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return own.length === 0 ? undefined : { visitor: isAddress ? { email } : undefined, messages: own }
}
