import { signChatVisitor } from '#shared/contract/chat.ts'
import type { ChatEmulator, ConversationReference } from '#local/chat/server.ts'
import type { Conversation } from '#local/chat/conversations.ts'
import type { Delivery } from '#local/chat/payloads.ts'
import type { Cloud } from '#local/cloud/cloud.ts'
import { ControlError, type ControlRoute } from './router.ts'
import { chatWebhookBody, conversationReference, parseBody, releaseBody, replyBody } from './bodies.ts'
import { callOperation } from './site-client.ts'

const toJson = ({ id, visitor, attributes, state, messages }: Conversation) => ({
  id,
  name: visitor.name,
  email: visitor.email,
  attributes,
  state,
  messages,
})

const deliveryJson = ({ id, provider, event, visitor }: Delivery) => ({ id, as: provider, event, visitor })

const webhooksOf = ({ dispatcher, provider }: ChatEmulator) => {
  const { mode, held, delivered } = dispatcher.state()
  return {
    mode,
    as: provider(),
    held: held.map(deliveryJson),
    delivered: delivered.map(({ delivery, attempts }) => ({ ...deliveryJson(delivery), attempts })),
  }
}

/** Finds a conversation, or creates one with a visitor who has not opened the chat yet. */
const ensureConversation = async (
  { chat, handle, site }: Cloud,
  reference: ConversationReference,
): Promise<Conversation> => {
  const found = chat.find(reference)
  if (found) return found
  if ('email' in reference)
    return chat.conversations.ensure({ name: 'Visitor', email: reference.email.toLowerCase() })
  if ('id' in reference) throw new ControlError(404, 'not_found', 'There is no such conversation.')
  try {
    const body = { guest_key: reference.guestKey }
    return chat.conversations.ensure(await callOperation(handle, site, signChatVisitor, body))
  } catch (cause) {
    throw new ControlError(404, 'not_found', `The guest key is not valid for the chat: ${String(cause)}`)
  }
}

const webhookRoutes = ({ chat }: Cloud): ControlRoute[] => [
  { method: 'GET', path: 'chat/webhooks', handle: () => webhooksOf(chat) },
  {
    method: 'PUT',
    path: 'chat/webhooks',
    handle: ({ body }) => {
      const { mode, as } = parseBody(chatWebhookBody, body)
      if (mode) chat.dispatcher.setMode(mode)
      if (as) chat.setProvider(as)
      return webhooksOf(chat)
    },
  },
  {
    method: 'POST',
    path: 'chat/release',
    handle: async ({ body }) => {
      const { events, copies } = parseBody(releaseBody, body)
      return { delivered: await chat.dispatcher.release(events, copies) }
    },
  },
]

/** Routes for advisers' actions at the chat provider and for its webhooks. */
export const chatRoutes = (cloud: Cloud): ControlRoute[] => [
  {
    method: 'GET',
    path: 'chat',
    handle: ({ query }) => {
      const [email, guestKey] = [query.get('email'), query.get('guestKey')]
      if (guestKey !== null)
        return [cloud.chat.find({ guestKey })].flatMap((one) => (one ? [toJson(one)] : []))
      return cloud.chat.conversations
        .list()
        .filter(({ visitor }) => email === null || visitor.email.toLowerCase() === email.toLowerCase())
        .map(toJson)
    },
  },
  {
    method: 'POST',
    path: 'chat/reply',
    handle: async ({ body }) => {
      const { text, ...reference } = parseBody(replyBody, body)
      const conversation = await ensureConversation(cloud, reference)
      cloud.chat.conversations.reply(conversation, text)
      return toJson(conversation)
    },
  },
  {
    method: 'POST',
    path: 'chat/end',
    handle: ({ body }) => {
      const conversation = cloud.chat.find(parseBody(conversationReference, body))
      if (!conversation) throw new ControlError(404, 'not_found', 'There is no such conversation.')
      cloud.chat.conversations.end(conversation)
      return toJson(conversation)
    },
  },
  ...webhookRoutes(cloud),
]
