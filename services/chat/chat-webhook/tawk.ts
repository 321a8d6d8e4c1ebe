import * as z from 'zod'
import type { News } from './news.ts'

/** As far as we read it: https://developer.tawk.to/webhooks. Senders are `a`gent, `v`isitor and `s`ystem. */
const transcript = z.object({
  event: z.literal('chat:transcript_created'),
  chat: z.object({
    visitor: z.object({ email: z.string().min(1) }),
    messages: z.array(z.object({ sender: z.object({ t: z.string() }), time: z.string() })),
  }),
})

/** A transcript comes after the conversation, with every message. No other event says who wrote. */
export const newsFromTawk = (body: unknown): News | undefined => {
  const parsed = transcript.safeParse(body)
  if (!parsed.success) return undefined
  const { visitor, messages } = parsed.data.chat
  const answers = messages
    .filter(({ sender }) => sender.t === 'a')
    .map(({ time }) => new Date(time))
    .filter((time) => !Number.isNaN(time.getTime()))
    .toSorted((a, b) => a.getTime() - b.getTime())
  return answers.length === 0 ? undefined : { visitor: { email: visitor.email.toLowerCase() }, answers }
}
