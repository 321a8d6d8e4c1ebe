import type { RequestListener } from 'node:http'
import * as paths from '#shared/values/site-map.ts'
import { hashOf } from '#platform/crypto.ts'
import { visitorIdOf } from '#services/chat/visitor-id.ts'
import type { Clock } from '#local/kit/clock.ts'
import { closeServer, createListener, listenOn } from '#local/kit/listen.ts'
import { createChatApi, streamEvents } from './api.ts'
import { createConversations, type Conversation } from './conversations.ts'
import { createProviderApi } from './provider-api.ts'
import { pageFor } from './pages.ts'
import { messageCreated, transcriptCreated, type ProviderName } from './payloads.ts'
import { createWebhookDispatcher } from './webhook-dispatcher.ts'

export interface ChatOptions {
  readonly port: number
  readonly clock: Clock
  /** The only origin that may embed the chat. */
  readonly site: string
  /** The key with which the service signs visitors. */
  readonly identityKey: string
  /** The secret that signs webhooks. */
  readonly webhookSecret: string
  /** Account id, inbox id and access token of the provider's API, separated by colons. */
  readonly apiAccess: string
}

/** Identifies a conversation by the visitor's email address, the key of a guest pass, or its own id. */
export type ConversationReference =
  | { readonly email: string }
  | { readonly guestKey: string }
  | { readonly id: string }

const isReferredToBy = (
  reference: ConversationReference,
  identityKey: string,
  { id, visitor }: Conversation,
): boolean => {
  if ('id' in reference) return id === reference.id
  if ('email' in reference) return visitor.email.toLowerCase() === reference.email.toLowerCase()
  return visitor.id === visitorIdOf(identityKey, { keyHash: hashOf(reference.guestKey) })
}

/**
 * Starts an emulator of a live chat provider on its own origin: the widget's script, the frame with the conversation,
 * and signed webhooks. The service decides on opening hours and passes, not the provider.
 */
export const startChat = async (options: ChatOptions) => {
  const { clock, site, identityKey, webhookSecret, apiAccess } = options
  const dispatcher = createWebhookDispatcher({
    clock,
    secret: webhookSecret,
    deliverTo: `${site}${paths.chatWebhook}`,
  })
  let provider: ProviderName = 'chatwoot'
  const conversations = createConversations(clock, {
    onMessage: (conversation, message) => {
      if (provider === 'tawk') return
      if (conversation.visitor.id !== undefined) dispatcher.post(messageCreated(conversation, message))
      // Without an id, the service can match the visitor only by email address, as in Tawk.to's transcript.
      else if (message.from === 'adviser') dispatcher.post(transcriptCreated(conversation, clock.now()))
    },
    onEnd: (conversation) => {
      if (provider === 'tawk') dispatcher.post(transcriptCreated(conversation, clock.now()))
    },
  })
  const api = createChatApi(conversations, identityKey)
  const providerApi = createProviderApi(conversations, apiAccess)
  const respond = createListener(
    async (request) => (await pageFor(request.path, site)) ?? providerApi(request) ?? api(request),
  )
  const onRequest: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/api/events') streamEvents(conversations, searchParams.get('token') ?? '', response)
    else respond(request, response)
  }
  const { server, port } = await listenOn(options.port, onRequest)

  return {
    url: `http://localhost:${port}`,
    conversations,
    dispatcher,
    find: (reference: ConversationReference): Conversation | undefined =>
      conversations.list().findLast((conversation) => isReferredToBy(reference, identityKey, conversation)),
    provider: () => provider,
    /** Chooses the provider whose webhooks are sent from now on. */
    setProvider: (next: ProviderName): void => void (provider = next),
    reset: (): void => {
      conversations.reset()
      dispatcher.reset()
      provider = 'chatwoot'
    },
    close: async () => {
      dispatcher.reset()
      await closeServer(server)
    },
  }
}

export type ChatEmulator = Awaited<ReturnType<typeof startChat>>
