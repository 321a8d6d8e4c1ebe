import { createHmac, randomUUID } from 'node:crypto'
import type { Conversation, Message } from './conversations.ts'

/** How a delivery looks on the wire: the two providers that the service listens to. */
export type WireName = 'chatwoot' | 'tawk'

export interface Delivery {
  readonly id: string
  readonly as: WireName
  readonly event: string
  readonly visitor: string
  readonly body: string
}

/** Everything but the name of the event, which each provider puts beside it. */
type Content = Readonly<{ [field: string]: unknown }>

const deliveryOf = (as: WireName, { person }: Conversation, event: string, content: Content): Delivery => ({
  id: randomUUID(),
  as,
  event,
  visitor: person.email || person.name,
  body: JSON.stringify({ event, ...content }),
})

/** An adviser's message, as https://www.chatwoot.com/hc/user-guide/articles/1677693021 describes it. */
export const messageCreated = (conversation: Conversation, message: Message): Delivery => {
  const { id, person } = conversation
  return deliveryOf('chatwoot', conversation, 'message_created', {
    id: message.id,
    content: message.text,
    created_at: message.at,
    message_type: 'outgoing',
    content_type: 'text',
    private: false,
    sender: { id: 1, name: 'Adviser', type: 'user' },
    conversation: {
      id,
      status: 'open',
      meta: {
        sender: { name: person.name, email: person.email, identifier: person.id ?? null },
        hmac_verified: person.id !== undefined,
      },
    },
    account: { id: 1, name: 'Local' },
    inbox: { id: 1, name: 'Website' },
  })
}

const letterOf = { visitor: 'v', adviser: 'a' } as const

/** What was said since the chat began, as https://developer.tawk.to/webhooks describes it. */
export const transcriptCreated = (conversation: Conversation, time: Date): Delivery => {
  const { person, messages, chat } = conversation
  return deliveryOf('tawk', conversation, 'chat:transcript_created', {
    time: time.toISOString(),
    property: { id: 'local', name: 'Local' },
    chat: {
      id: chat.id,
      visitor: { name: person.name, email: person.email, city: 'Sampleton', country: 'GB' },
      messages: messages.slice(chat.since).map(({ from, text, at }) => ({
        sender: { t: letterOf[from], n: from === 'visitor' ? person.name : 'Adviser' },
        type: 'msg',
        msg: text,
        time: at,
      })),
    },
  })
}

const mac = (algorithm: 'sha1' | 'sha256', secret: string, text: string): string =>
  createHmac(algorithm, secret).update(text).digest('hex')

/** The headers of one attempt; Chatwoot's are signed anew each time. */
export const headersOf = ({ id, as, body }: Delivery, secret: string, now: Date): Record<string, string> => {
  const common = { 'content-type': 'application/json' }
  if (as === 'tawk')
    return { ...common, 'x-tawk-signature': mac('sha1', secret, body), 'x-hook-event-id': id }
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    ...common,
    'x-chatwoot-timestamp': timestamp,
    'x-chatwoot-signature': `sha256=${mac('sha256', secret, `${timestamp}.${body}`)}`,
    'x-chatwoot-delivery': id,
  }
}
