import type { RequestListener } from 'node:http'
import { hashOf } from '../../services/platform/crypto.ts'
import { visitorIdOf } from '../../services/chat/visitor-id.ts'
import { closeServer, listenOn } from '../cloud/listen.ts'
import { listener } from '../cloud/servers.ts'
import type { Clock } from '../clock.ts'
import { createChatApi, streamNews } from './api.ts'
import { createConversations, type Conversation } from './conversations.ts'
import { createCourier } from './courier.ts'
import { pageFor } from './pages.ts'
import { messageCreated, transcriptCreated, type WireName } from './wire.ts'

export interface ChatOptions {
  readonly port: number
  readonly clock: Clock
  /** The only origin that may show the chat. */
  readonly site: string
  /** What the service signs visitors with. */
  readonly identityKey: string
  /** What deliveries to the service are signed with. */
  readonly webhookSecret: string
}

/** Whom an adviser means: by address, or by the key of their guest pass. */
export type Whom = { readonly email: string } | { readonly guestKey: string } | { readonly id: string }

const isOf = (whom: Whom, identityKey: string, { id, person }: Conversation): boolean => {
  if ('id' in whom) return id === whom.id
  if ('email' in whom) return person.email.toLowerCase() === whom.email.toLowerCase()
  return person.id === visitorIdOf(identityKey, { keyHash: hashOf(whom.guestKey) })
}

/**
 * Starts a stand-in for a provider of live chat, on an origin of its own: the widget's script, the frame in
 * which people write, and signed news for the service. It knows no hours and no passes: those are the service's.
 */
export const startChat = async (options: ChatOptions) => {
  const { clock, site, identityKey, webhookSecret } = options
  const courier = createCourier({ clock, secret: webhookSecret, deliverTo: `${site}/webhooks/chat` })
  let wire: WireName = 'chatwoot'
  const conversations = createConversations(clock, {
    onAnswer: (conversation, message) => {
      if (wire === 'tawk') return
      // Whom no browser has named has no id, and is told the way that goes by address.
      const isNamed = conversation.person.id !== undefined
      courier.post(
        isNamed ? messageCreated(conversation, message) : transcriptCreated(conversation, clock.now()),
      )
    },
    onEnd: (conversation) => {
      if (wire === 'tawk') courier.post(transcriptCreated(conversation, clock.now()))
    },
  })
  const api = createChatApi(conversations, identityKey)
  const answer = listener(async (request) => (await pageFor(request.path, site)) ?? api(request))
  const onRequest: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/api/news') streamNews(conversations, searchParams.get('token') ?? '', response)
    else answer(request, response)
  }
  const { server, port } = await listenOn(options.port, onRequest)

  return {
    url: `http://localhost:${port}`,
    conversations,
    courier,
    find: (whom: Whom): Conversation | undefined =>
      conversations.list().findLast((conversation) => isOf(whom, identityKey, conversation)),
    wire: () => wire,
    /** As which provider the news is told from now on. */
    speakAs: (wanted: WireName): void => void (wire = wanted),
    reset: (): void => {
      conversations.reset()
      courier.reset()
      wire = 'chatwoot'
    },
    close: () => closeServer(server),
  }
}

export type ChatStandIn = Awaited<ReturnType<typeof startChat>>
