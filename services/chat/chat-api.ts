import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import * as z from 'zod/mini'
import { apiError } from '#platform/api-error.ts'
import { timeLimit } from '#platform/clock.ts'
import { env } from '#platform/env.ts'
import { secret } from '#platform/secrets.ts'

/** A message of a visitor or an adviser, as the chat provider stores it. */
export interface StoredMessage {
  readonly from: 'visitor' | 'adviser'
  /** ISO time. */
  readonly at: string
  readonly text: string
}

export interface StoredConversation {
  readonly id: number
  /** Id of the last message. Null without messages. */
  readonly lastMessageId: number | null
  /** Earliest first. */
  readonly messages: readonly StoredMessage[]
  /** True if the conversation has, or may have, more messages than were read. */
  readonly isShortened: boolean
}

export interface OldConversation {
  readonly id: number
  readonly contactId: number
  readonly lastMessageAt: Date
}

/** The conversations at the chat provider. Every call throws ApiError `chat_provider_error` when it fails. */
export interface ChatApi {
  /** Finds the latest conversation of a visitor, by the id that `sign-chat-visitor` signed. */
  findLatest(visitorId: string): Promise<StoredConversation | undefined>
  /** Lists a page of conversations, those with the oldest last message first. The first page is 1. */
  listOldest(page: number): Promise<readonly OldConversation[]>
  /** Sets custom attributes of a visitor, which advisers see. Does nothing for an unknown visitor. */
  describeVisitor(visitorId: string, attributes: Readonly<Record<string, string>>): Promise<void>
  /**
   * Deletes a conversation with its messages, and its visitor's contact if that has no other conversation. Succeeds if
   * they do not exist.
   *
   * @param deletedIds conversations that were deleted before. The provider lists them for some seconds
   */
  delete(
    conversation: Pick<OldConversation, 'id' | 'contactId'>,
    deletedIds?: ReadonlySet<number>,
  ): Promise<void>
  /**
   * Removes the name, address and attributes of a visitor's contact, and deletes it. While its conversations are kept,
   * the contact stays, and is deleted with the last of them. Fails if it could not be deleted because the visitor is
   * online.
   */
  forgetVisitor(visitorId: string): Promise<void>
}

interface Access {
  readonly base: string
  readonly accountId: string
  readonly inboxId: number
  readonly token: string
}

const contacts = z.object({
  payload: z.array(
    z.object({
      id: z.number(),
      identifier: z.nullish(z.string()),
      custom_attributes: z.nullish(z.record(z.string(), z.unknown())),
    }),
  ),
})
const conversation = z.object({ id: z.number(), inbox_id: z.number(), last_activity_at: z.number() })
const contactConversations = z.object({ payload: z.array(conversation) })
const conversationWithContact = z.extend(conversation, {
  meta: z.object({ sender: z.object({ id: z.number() }) }),
})
const conversationPage = z.object({ data: z.object({ payload: z.array(conversationWithContact) }) })
const messagePage = z.object({
  payload: z.array(
    z.object({
      id: z.number(),
      content: z.nullish(z.string()),
      /** 0: from the visitor, 1: from an adviser. Other types are notices of the system. */
      message_type: z.number(),
      private: z.optional(z.boolean()),
      /** Seconds since 1970. */
      created_at: z.number(),
    }),
  ),
})
type Page = z.infer<typeof messagePage>['payload']

const requestTimeoutMs = 5000
/** Number of conversations on a page of Chatwoot. */
export const conversationsPerPage = 25
/** Chatwoot returns 20 messages at a time. */
const maxPages = 25
/**
 * Time after which no further page of messages is read, from the first request for the conversation. With the last
 * request, this is 19 of the 25 seconds of `email-transcript`.
 */
const maxReadMs = 14_000

const senders: Readonly<Record<number, StoredMessage['from']>> = { 0: 'visitor', 1: 'adviser' }

const messagesIn = (page: Page): StoredMessage[] =>
  page.flatMap(({ content, message_type, private: isNote, created_at }) => {
    const from = senders[message_type]
    if (from === undefined || isNote === true) return []
    const text = content?.trim() ? content : '(a file)'
    return [{ from, at: isoTimeOf(created_at), text }]
  })

/** Returns a signal that ends a request after its own time, or with the total time of all requests. */
const requestSignal = (end: AbortSignal | undefined): AbortSignal => {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  return end === undefined ? timeout : AbortSignal.any([timeout, end])
}

const createClient = ({ base, accountId, token }: Access, end: AbortSignal | undefined) => {
  const root = `${base}/api/v1/accounts/${encodeURIComponent(accountId)}`
  const request = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Response> => {
    try {
      const response = await fetch(`${root}${path}`, {
        method,
        headers: {
          api_access_token: token,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: requestSignal(end),
      })
      if (response.ok || response.status === 404) return response
      throw new Error(`The chat provider returned ${response.status} to ${method} ${path.split('?')[0]}`)
    } catch (cause) {
      throw apiError('chat_provider_error', { cause })
    }
  }
  /** Returns undefined if the provider has no such object. */
  const read = async <S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S> | undefined> => {
    const response = await request('GET', path)
    if (response.status === 404) return undefined
    const parsed = schema.safeParse(await response.json().catch(() => undefined))
    if (!parsed.success) throw apiError('chat_provider_error', { cause: parsed.error })
    return parsed.data
  }
  return {
    read,
    change: (path: string, body: object) => request('PUT', path, body),
    post: (path: string, body: object) => request('POST', path, body),
    remove: (path: string) => request('DELETE', path),
  }
}

type Client = ReturnType<typeof createClient>

/** Reads the messages page by page, from the latest to the earliest, until the time is up. */
const readMessages = async (
  client: Client,
  id: number,
  isTimeUp: () => boolean,
): Promise<Omit<StoredConversation, 'id'>> => {
  const pages: Page[] = []
  let before = ''
  let isShortened: boolean
  for (;;) {
    const page = (await client.read(`/conversations/${id}/messages${before}`, messagePage))?.payload ?? []
    const [first] = page
    isShortened = first !== undefined
    if (first === undefined || pages.length === maxPages) break
    pages.unshift(page)
    if (isTimeUp()) break
    before = `?before=${first.id}`
  }
  return { lastMessageId: pages.at(-1)?.at(-1)?.id ?? null, messages: pages.flatMap(messagesIn), isShortened }
}

/** Finds the contact of a visitor. The search also matches names and parts of words. */
const findContact = async (client: Client, visitorId: string) => {
  const found = await client.read(`/contacts/search?q=${encodeURIComponent(visitorId)}`, contacts)
  return found?.payload.find(({ identifier }) => identifier === visitorId)
}

/** Lists the latest conversations of a contact, in all inboxes. */
const listConversations = async (client: Client, contactId: number) =>
  (await client.read(`/contacts/${contactId}/conversations`, contactConversations))?.payload ?? []

/**
 * Uses the API of Chatwoot, which the local chat emulator implements too.
 *
 * @param end ends all requests when it is aborted
 * @see https://developers.chatwoot.com/api-reference
 */
export const chatApiWith = (access: Access, end?: AbortSignal): ChatApi => {
  const client = createClient(access, end)
  const isOurs = (one: z.infer<typeof conversation>): boolean => one.inbox_id === access.inboxId
  return {
    findLatest: async (visitorId) => {
      const isTimeUp = timeLimit(maxReadMs)
      const contact = await findContact(client, visitorId)
      if (contact === undefined) return undefined
      const latest = (await listConversations(client, contact.id))
        .filter(isOurs)
        .toSorted((a, b) => b.last_activity_at - a.last_activity_at)
        .at(0)
      return latest && { id: latest.id, ...(await readMessages(client, latest.id, isTimeUp)) }
    },
    listOldest: async (page) => {
      const query = new URLSearchParams({
        status: 'all',
        assignee_type: 'all',
        inbox_id: String(access.inboxId),
        sort_by: 'last_activity_at_asc',
        page: String(page),
      })
      const found = await client.read(`/conversations?${query}`, conversationPage)
      return (found?.data.payload ?? []).filter(isOurs).map(({ id, last_activity_at, meta }) => ({
        id,
        contactId: meta.sender.id,
        lastMessageAt: new Date(last_activity_at * 1000),
      }))
    },
    describeVisitor: async (visitorId, attributes) => {
      const contact = await findContact(client, visitorId)
      if (contact !== undefined)
        await client.change(`/contacts/${contact.id}`, { custom_attributes: attributes })
    },
    delete: async ({ id, contactId }, deletedIds = new Set()) => {
      const listed = await listConversations(client, contactId)
      const others = listed.filter((one) => one.id !== id && !deletedIds.has(one.id))
      // Delete the contact first: if that fails, it can be found again only by its conversation.
      if (others.length === 0) await client.remove(`/contacts/${contactId}`)
      await client.remove(`/conversations/${id}`)
    },
    forgetVisitor: async (visitorId) => {
      const contact = await findContact(client, visitorId)
      if (contact === undefined) return
      const path = `/contacts/${contact.id}`
      // Clear the details first, because the provider does not delete a contact that is online.
      await client.change(path, { name: 'Deleted account', email: null })
      const custom_attributes = Object.keys(contact.custom_attributes ?? {})
      // A change of attributes adds to the stored ones, so it cannot remove any.
      await client.post(`${path}/destroy_custom_attributes`, { custom_attributes })
      if ((await listConversations(client, contact.id)).length === 0) await client.remove(path)
    },
  }
}

/** The secret contains the account id, the inbox id and an access token, separated by colons. */
const accessFormat = /^(?<accountId>\d+):(?<inboxId>\d+):(?<token>[\w-]+)$/

/**
 * Returns the API of the stage's chat provider, or undefined if the provider has no API that we use.
 *
 * @param end ends all requests when it is aborted
 * @throws Error if the secret with the access token has not been set
 */
export const openChatApi = async (end?: AbortSignal): Promise<ChatApi | undefined> => {
  const base = env('CHAT_API_BASE')
  if (base === '') return undefined
  const { accountId, inboxId, token } =
    accessFormat.exec(await secret(env('CHAT_API_ACCESS_ID')))?.groups ?? {}
  if (accountId === undefined || inboxId === undefined || token === undefined)
    throw new Error('The secret chat-api-access is not set: see step 11 in docs/new-stage.md')
  return chatApiWith({ base, accountId, inboxId: Number(inboxId), token }, end)
}
