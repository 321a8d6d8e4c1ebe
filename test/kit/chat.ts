import { createHmac, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { callRaw } from './call.ts'
import { clock } from './clock.ts'
import { control, query } from './control.ts'
import { poll } from './poll.ts'

export type Whom = { readonly email: string } | { readonly guestKey: string }

const conversation = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(['quiet', 'waiting', 'answered', 'ended']),
  messages: z.array(z.object({ from: z.enum(['visitor', 'adviser']), text: z.string(), at: z.string() })),
})
const delivery = z.object({ id: z.string(), event: z.string(), visitor: z.string() })
const webhooks = z.object({
  mode: z.enum(['deliver', 'hold']),
  as: z.enum(['chatwoot', 'tawk']),
  held: z.array(delivery),
  delivered: z.array(delivery.extend({ attempts: z.array(z.number()) })),
})
export type ChatDelivery = z.infer<typeof delivery>

const change = (next: { mode?: 'deliver' | 'hold'; as?: 'chatwoot' | 'tawk' }) =>
  control('PUT', 'chat/webhooks', webhooks, next)

/** Only the stand-in signs with this secret; it opens nothing anywhere else. */
const standInSecret = 'chat_webhook_local_stand_in'

/** Signs whatever one likes as the provider does: nobody else could. */
const deliver = async (
  as: 'chatwoot' | 'tawk',
  body: string,
  { at, id = randomUUID() }: { at?: Date; id?: string } = {},
) => {
  const timestamp = String(Math.floor((at ?? (await clock.now())).getTime() / 1000))
  const mac = (algorithm: 'sha1' | 'sha256', text: string) =>
    createHmac(algorithm, standInSecret).update(text).digest('hex')
  const signature: Readonly<Record<string, string>> =
    as === 'tawk'
      ? { 'x-tawk-signature': mac('sha1', body), 'x-hook-event-id': id }
      : {
          'x-chatwoot-timestamp': timestamp,
          'x-chatwoot-signature': `sha256=${mac('sha256', `${timestamp}.${body}`)}`,
          'x-chatwoot-delivery': id,
        }
  const headers = { 'content-type': 'application/json', ...signature }
  return callRaw('/webhooks/chat', { headers, body })
}

/** What advisers do at the provider of the chat, and how it tells the service, on the stand-in. */
export const chat = {
  /** An adviser writes to somebody, whether they have opened the chat or not. */
  reply: (whom: Whom, text = 'How can I help?') =>
    control('POST', 'chat/reply', conversation, { ...whom, text }),
  deliver,
  end: (whom: Whom) => control('POST', 'chat/end', conversation, whom),
  /** What was said, by everybody or by whoever has this address. */
  conversations: (email?: string) => control('GET', `chat${query({ email })}`, z.array(conversation)),
  /** Tells the service as this provider from now on: Chatwoot at each answer, Tawk.to when the chat ends. */
  speakAs: (as: 'chatwoot' | 'tawk') => change({ as }),
  hold: () => change({ mode: 'hold' }),
  /** Tells as Chatwoot, at once, as at the start. */
  restore: () => change({ mode: 'deliver', as: 'chatwoot' }),
  /** What waits for `release` and is about this visitor. */
  heldFor: async (visitor: string): Promise<ChatDelivery[]> =>
    (await control('GET', 'chat/webhooks', webhooks)).held.filter((one) => one.visitor === visitor),
  /** Waits until the service has answered a delivery about this visitor; says how. */
  told: (visitor: string): Promise<number[]> =>
    poll(`news of ${visitor} to be delivered`, async () => {
      const { delivered } = await control('GET', 'chat/webhooks', webhooks)
      return delivered.findLast((one) => one.visitor === visitor)?.attempts
    }),
  /** Delivers these in the given order, each `copies` times; answers the statuses. */
  release: async (events: readonly string[], copies?: number): Promise<number[]> => {
    const shape = z.object({ delivered: z.array(z.object({ status: z.number() })) })
    const { delivered } = await control('POST', 'chat/release', shape, { events, copies })
    return delivered.map(({ status }) => status)
  },
} as const
