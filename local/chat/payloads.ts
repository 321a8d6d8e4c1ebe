import { createHmac, randomUUID } from 'node:crypto'
import type { Conversation, Message } from './conversations.ts'

/** The providers whose webhooks the service accepts. */
export type ProviderName = 'chatwoot' | 'tawk'

export interface Delivery {
  readonly id: string
  readonly provider: ProviderName
  readonly event: string
  readonly visitor: string
  readonly body: string
}

/** The payload without the name of the event. */
type Content = Readonly<{ [field: string]: unknown }>

const deliveryOf = (
  provider: ProviderName,
  { visitor }: Conversation,
  event: string,
  content: Content,
): Delivery => ({
  id: randomUUID(),
  provider,
  event,
  visitor: visitor.email || visitor.name,
  body: JSON.stringify({ event, ...content }),
})

const chatwootSenders = {
  visitor: { message_type: 'incoming', sender: { id: 2, name: 'Visitor', type: 'contact' } },
  adviser: { message_type: 'outgoing', sender: { id: 1, name: 'Adviser', type: 'user' } },
} as const

/** Creates Chatwoot's event for a message: https://www.chatwoot.com/hc/user-guide/articles/1677693021. */
export const messageCreated = (conversation: Conversation, message: Message): Delivery => {
  const { id, visitor } = conversation
  return deliveryOf('chatwoot', conversation, 'message_created', {
    id: message.id,
    content: message.text,
    created_at: message.at,
    content_type: 'text',
    private: false,
    ...chatwootSenders[message.from],
    conversation: {
      id,
      status: 'open',
      meta: {
        sender: { name: visitor.name, email: visitor.email, identifier: visitor.id ?? null },
        hmac_verified: visitor.id !== undefined,
      },
    },
    account: { id: 1, name: 'Local' },
    inbox: { id: 1, name: 'Website' },
  })
}

const senderTypes = { visitor: 'v', adviser: 'a' } as const

/** Creates Tawk.to's event with the transcript of the current chat: https://developer.tawk.to/webhooks. */
export const transcriptCreated = (conversation: Conversation, time: Date): Delivery => {
  const { visitor, messages, chat } = conversation
  return deliveryOf('tawk', conversation, 'chat:transcript_created', {
    time: time.toISOString(),
    property: { id: 'local', name: 'Local' },
    chat: {
      id: chat.id,
      visitor: { name: visitor.name, email: visitor.email, city: 'Sampleton', country: 'GB' },
      messages: messages.slice(chat.since).map(({ from, text, at }) => ({
        sender: { t: senderTypes[from], n: from === 'visitor' ? visitor.name : 'Adviser' },
        type: 'msg',
        msg: text,
        time: at,
      })),
    },
  })
}

const mac = (algorithm: 'sha1' | 'sha256', secret: string, text: string): string =>
  createHmac(algorithm, secret).update(text).digest('hex')

/** Returns the headers of one attempt. Chatwoot's signature includes the time of the attempt. */
export const headersOf = (
  { id, provider, body }: Delivery,
  secret: string,
  now: Date,
): Record<string, string> => {
  const common = { 'content-type': 'application/json' }
  if (provider === 'tawk')
    return { ...common, 'x-tawk-signature': mac('sha1', secret, body), 'x-hook-event-id': id }
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    ...common,
    'x-chatwoot-timestamp': timestamp,
    'x-chatwoot-signature': `sha256=${mac('sha256', secret, `${timestamp}.${body}`)}`,
    'x-chatwoot-delivery': id,
  }
}
