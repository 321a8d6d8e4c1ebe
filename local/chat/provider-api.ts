import * as z from 'zod'
import { jsonResponse, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'
import type { Conversation, Conversations, Message } from './conversations.ts'

/** Chatwoot's page sizes. */
const [messagesPerPage, conversationsPerPage] = [20, 25]

const contactBody = z.strictObject({
  name: z.string().optional(),
  email: z.string().nullable().optional(),
  custom_attributes: z.record(z.string(), z.string()).optional(),
})
const attributeNames = z.strictObject({ custom_attributes: z.array(z.string()) })

const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1000)

const messageJson = ({ number, from, text, at }: Message) => ({
  id: number,
  content: text,
  message_type: from === 'visitor' ? 0 : 1,
  private: false,
  created_at: secondsOf(at),
})

const lastActivityOf = ({ messages }: Conversation): number => secondsOf(messages.at(-1)?.at ?? '1970-01-01')

const conversationJson = (conversation: Conversation) => ({
  id: conversation.number,
  inbox_id: 1,
  last_activity_at: lastActivityOf(conversation),
  meta: { sender: { id: conversation.number } },
})

const messagePage = ({ messages }: Conversation, before: number) =>
  messages.filter(({ number }) => number < before).slice(-messagesPerPage)

/** Chatwoot creates a conversation with its first message, but a contact with the chat window. */
const exists = ({ messages }: Conversation): boolean => messages.length > 0

/** Adds to the attributes of a contact or sets its name and address. */
const updateContact = (conversation: Conversation, body: unknown): void => {
  const { name, email, custom_attributes: attributes } = contactBody.parse(body)
  const { visitor } = conversation
  conversation.visitor = {
    ...visitor,
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: email ?? '' }),
  }
  conversation.attributes = { ...conversation.attributes, ...attributes }
}

const removeAttributes = (conversation: Conversation, body: unknown): void => {
  const { custom_attributes: names } = attributeNames.parse(body)
  const kept = Object.entries(conversation.attributes).filter(([name]) => !names.includes(name))
  conversation.attributes = Object.fromEntries(kept)
}

/** Returns false for a request that the API does not have. */
const changeContact = (conversation: Conversation, request: string, body: unknown): boolean => {
  if (request === 'PUT ') updateContact(conversation, body)
  else if (request === 'POST /destroy_custom_attributes') removeAttributes(conversation, body)
  else return false
  return true
}

const notFound = jsonResponse(404, { error: 'Resource could not be found' })
/** Chatwoot does not delete a contact while one of the contact's browsers has the chat open. */
const online = jsonResponse(422, { message: 'The contact is online' })

/**
 * Creates the part of Chatwoot's API that the service uses. Each conversation is also its visitor's contact. Returns
 * undefined for other paths.
 *
 * @param access account id, inbox id and access token, separated by colons
 * @see https://developers.chatwoot.com/api-reference
 */
export const createProviderApi = (conversations: Conversations, access: string) => {
  const [accountId = '', , token = ''] = access.split(':')
  const root = `/api/v1/accounts/${accountId}`

  const search = (text: string): HttpResponse => {
    const found = conversations.list().filter(({ visitor }) => text !== '' && visitor.id?.includes(text))
    return jsonResponse(200, {
      payload: found.map(({ number, visitor, attributes }) => ({
        id: number,
        identifier: visitor.id,
        custom_attributes: attributes,
      })),
    })
  }
  const oldest = (page: number): HttpResponse => {
    const payload = conversations
      .list()
      .filter(exists)
      .toSorted((a, b) => lastActivityOf(a) - lastActivityOf(b))
      .slice((page - 1) * conversationsPerPage, page * conversationsPerPage)
    return jsonResponse(200, { data: { payload: payload.map(conversationJson) } })
  }
  const handleOne = ({ method, body }: HttpRequest, rest: string, query: URLSearchParams): HttpResponse => {
    const [, kind, number, list] = /^\/(contacts|conversations)\/(\d+)(\/\w+)?$/.exec(rest) ?? []
    const conversation = conversations.list().find((one) => one.number === Number(number))
    if (conversation === undefined) return notFound
    if (method === 'DELETE' && list === undefined) {
      if (kind === 'contacts' && conversations.isOnline(conversation)) return online
      if (kind === 'conversations') conversations.clear(conversation)
      else conversations.delete(conversation)
      return jsonResponse(200, {})
    }
    if (kind === 'contacts' && (method === 'PUT' || method === 'POST')) {
      const isKnown = changeContact(
        conversation,
        `${method} ${list ?? ''}`,
        JSON.parse(body.toString('utf8')),
      )
      return isKnown ? jsonResponse(200, {}) : notFound
    }
    if (method === 'GET' && kind === 'contacts' && list === '/conversations')
      return jsonResponse(200, { payload: [conversation].filter(exists).map(conversationJson) })
    if (method === 'GET' && kind === 'conversations' && list === '/messages') {
      const page = messagePage(conversation, Number(query.get('before') ?? Infinity))
      return jsonResponse(200, { payload: page.map(messageJson) })
    }
    return notFound
  }

  return (request: HttpRequest): HttpResponse | undefined => {
    const { method, path, query, headers } = request
    if (!path.startsWith(`${root}/`)) return undefined
    if (headers['api_access_token']?.[0] !== token)
      return jsonResponse(401, { error: 'Invalid Access Token' })
    const parameters = new URLSearchParams(query)
    const rest = path.slice(root.length)
    if (method === 'GET' && rest === '/contacts/search') return search(parameters.get('q') ?? '')
    if (method === 'GET' && rest === '/conversations') return oldest(Number(parameters.get('page') ?? 1))
    return handleOne(request, rest, parameters)
  }
}
