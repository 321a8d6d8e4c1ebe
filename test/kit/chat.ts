import { createHmac, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { callRaw } from './call.ts'
import { clock } from './clock.ts'
import { control, query } from './control.ts'
import { poll } from './poll.ts'
import { site } from './site.ts'

export type ChatHolder = { readonly email: string } | { readonly guestKey: string }

const conversation = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  attributes: z.record(z.string(), z.string()),
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

/** The webhook secret of the emulator. It is valid nowhere else. */
const emulatorSecret = 'chat_webhook_local_emulator'

/** Sends any body to the webhook, signed as the provider signs. */
const deliver = async (as: 'chatwoot' | 'tawk', body: string) => {
  const timestamp = String(Math.floor((await clock.now()).getTime() / 1000))
  const mac = (algorithm: 'sha1' | 'sha256', text: string) =>
    createHmac(algorithm, emulatorSecret).update(text).digest('hex')
  const signature: Readonly<Record<string, string>> =
    as === 'tawk'
      ? { 'x-tawk-signature': mac('sha1', body), 'x-hook-event-id': randomUUID() }
      : {
          'x-chatwoot-timestamp': timestamp,
          'x-chatwoot-signature': `sha256=${mac('sha256', `${timestamp}.${body}`)}`,
          'x-chatwoot-delivery': randomUUID(),
        }
  const headers = { 'content-type': 'application/json', ...signature }
  return callRaw('/webhooks/chat', { headers, body })
}

const config = z.object({ chat: z.object({ baseUrl: z.string() }) })

/** Calls the emulator like the chat window in a visitor's browser. */
const callAsWidget = async (path: 'start' | 'send', body: object) => {
  const { chat: widget } = config.parse(await (await fetch(`${site()}/config.json`)).json())
  const response = await fetch(`${widget.baseUrl}/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The chat returned ${response.status}`)
  return z.looseObject({ token: z.optional(z.string()) }).parse(await response.json())
}

/** Acts as the advisers and the webhooks of the chat provider, on the emulator. */
export const chat = {
  /** Sends a message from an adviser to a visitor, who need not have opened the chat. */
  reply: (whom: ChatHolder, text = 'How can I help?') =>
    control('POST', 'chat/reply', conversation, { ...whom, text }),
  /** Sends a message as a visitor whose identity the service has signed. */
  write: async (visitor: object, text: string): Promise<void> => {
    const { token } = await callAsWidget('start', { visitor })
    await callAsWidget('send', { token, text })
  },
  deliver,
  end: (whom: ChatHolder) => control('POST', 'chat/end', conversation, whom),
  /** Returns all conversations, or the conversations of one email address. */
  conversations: (email?: string) => control('GET', `chat${query({ email })}`, z.array(conversation)),
  /** Sends webhooks of this provider from now on: Chatwoot at each reply, Tawk.to when the chat ends. */
  speakAs: (as: 'chatwoot' | 'tawk') => change({ as }),
  hold: () => change({ mode: 'hold' }),
  /** Sends webhooks of Chatwoot immediately, the initial state. */
  restore: () => change({ mode: 'deliver', as: 'chatwoot' }),
  /** Returns the held webhooks about a visitor, which wait for `release`. */
  heldFor: async (visitor: string): Promise<ChatDelivery[]> =>
    (await control('GET', 'chat/webhooks', webhooks)).held.filter((one) => one.visitor === visitor),
  /** Waits until the service has responded to a webhook about a visitor, and returns the statuses. */
  waitForDelivery: (visitor: string): Promise<number[]> =>
    poll(`a webhook about ${visitor}`, async () => {
      const { delivered } = await control('GET', 'chat/webhooks', webhooks)
      return delivered.findLast((one) => one.visitor === visitor)?.attempts
    }),
  /** Delivers these webhooks in the given order, each `copies` times, and returns the statuses. */
  release: async (events: readonly string[], copies?: number): Promise<number[]> => {
    const shape = z.object({ delivered: z.array(z.object({ status: z.number() })) })
    const { delivered } = await control('POST', 'chat/release', shape, { events, copies })
    return delivered.map(({ status }) => status)
  },
} as const
