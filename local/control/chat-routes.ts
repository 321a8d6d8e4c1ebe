import { signChatVisitor } from '../../shared/contract/chat.ts'
import type { ChatStandIn, Whom } from '../chat/server.ts'
import type { Conversation } from '../chat/conversations.ts'
import type { Cloud } from '../cloud/cloud.ts'
import { ControlError, type ControlRoute } from './router.ts'
import { chatWebhookBody, checked, releaseBody, replyBody, whom } from './shapes.ts'
import { callOperation } from './site-client.ts'

const shown = ({ id, person, state, messages }: Conversation) => ({
  id,
  name: person.name,
  email: person.email,
  state,
  messages,
})

const webhooksOf = ({ courier, wire }: ChatStandIn) => {
  const { mode, held, delivered } = courier.state()
  return {
    mode,
    as: wire(),
    held: held.map(({ id, as, event, visitor }) => ({ id, as, event, visitor })),
    delivered: delivered.map(({ delivery: { id, as, event, visitor }, attempts }) => ({
      id,
      as,
      event,
      visitor,
      attempts,
    })),
  }
}

/** Somebody who has not opened the chat yet is addressed all the same: a guest by what the service says of them. */
const conversationWith = async ({ chat, handle, site }: Cloud, wanted: Whom): Promise<Conversation> => {
  const found = chat.find(wanted)
  if (found) return found
  if ('email' in wanted)
    return chat.conversations.with({ name: 'Visitor', email: wanted.email.toLowerCase() })
  if ('id' in wanted) throw new ControlError(404, 'not_found', 'There is no such conversation.')
  try {
    const body = { guest_key: wanted.guestKey }
    return chat.conversations.with(await callOperation(handle, site, signChatVisitor, body))
  } catch (cause) {
    throw new ControlError(404, 'not_found', `That key opens no chat: ${String(cause)}`)
  }
}

const webhookRoutes = ({ chat }: Cloud): ControlRoute[] => [
  { method: 'GET', path: 'chat/webhooks', handle: () => webhooksOf(chat) },
  {
    method: 'PUT',
    path: 'chat/webhooks',
    handle: ({ body }) => {
      const { mode, as } = checked(chatWebhookBody, body)
      if (mode) chat.courier.setMode(mode)
      if (as) chat.speakAs(as)
      return webhooksOf(chat)
    },
  },
  {
    method: 'POST',
    path: 'chat/release',
    handle: async ({ body }) => {
      const { events, copies } = checked(releaseBody, body)
      return { delivered: await chat.courier.release(events, copies) }
    },
  },
]

/** What advisers do at the provider of the chat, and how it tells the service. */
export const chatRoutes = (cloud: Cloud): ControlRoute[] => [
  {
    method: 'GET',
    path: 'chat',
    handle: ({ query }) => {
      const [email, guestKey] = [query.get('email'), query.get('guestKey')]
      if (guestKey !== null)
        return [cloud.chat.find({ guestKey })].flatMap((one) => (one ? [shown(one)] : []))
      return cloud.chat.conversations
        .list()
        .filter(({ person }) => email === null || person.email.toLowerCase() === email.toLowerCase())
        .map(shown)
    },
  },
  {
    method: 'POST',
    path: 'chat/reply',
    handle: async ({ body }) => {
      const { text, ...wanted } = checked(replyBody, body)
      const conversation = await conversationWith(cloud, wanted)
      cloud.chat.conversations.reply(conversation, text)
      return shown(conversation)
    },
  },
  {
    method: 'POST',
    path: 'chat/end',
    handle: ({ body }) => {
      const conversation = cloud.chat.find(checked(whom, body))
      if (!conversation) throw new ControlError(404, 'not_found', 'There is no such conversation.')
      cloud.chat.conversations.end(conversation)
      return shown(conversation)
    },
  },
  ...webhookRoutes(cloud),
]
