import * as z from 'zod/mini'
import { maxWebhookBytes } from '#shared/values/limits.ts'
import { messageRecorder, type PassHolder, type RecordMessages } from '#services/passes/public.ts'
import { env } from '#platform/env.ts'
import { type RawResponse, type RawRequest, serveRaw } from '#platform/http/serve-raw.ts'
import { errorFields, log } from '#platform/log.ts'
import { apiError } from '#platform/api-error.ts'
import { countMetrics } from '#platform/metric.ts'
import { changedSecret, secret } from '#platform/secrets.ts'
import { Table } from '#platform/table/table.ts'
import { type ChatApi, openChatApi } from '../chat-api.ts'
import { type ChatCountRepository, chatCountRepository } from '../chat-count.repository.ts'
import { type ReadVisitorFacts, visitorFactsReader } from '../visitor-facts.ts'
import { visitorIdIn } from '../visitor-id.ts'
import { type VisitorRepository, visitorRepository } from '../visitor.repository.ts'
import type { ChatEvent } from './chat-event.ts'
import { eventIdOf, protocolOf, type Protocol } from './protocols.ts'
import type { Delivery } from './signatures.ts'

export interface Dependencies {
  /** The stage's chat provider: `tawk`, `chatwoot`, `local` or `none`. */
  readonly provider: string
  readonly signingSecrets: () => Promise<string[]>
  /** Secrets that have changed since they were read, or none. */
  readonly changedSecrets: () => Promise<string[]>
  readonly visitors: VisitorRepository
  readonly recordMessages: RecordMessages
  readonly chatCount: ChatCountRepository
  readonly readFacts: ReadVisitorFacts
  /** Returns undefined if the provider has no API that we use. */
  readonly openChatApi: () => Promise<ChatApi | undefined>
}

const accepted: RawResponse = {
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ received: true }),
}

/** Finds the holder whose chat was reported, by visitor id or by the account's email address. */
const holderOf = async (
  { visitor }: ChatEvent,
  now: Date,
  visitors: VisitorRepository,
): Promise<PassHolder | undefined> => {
  if (visitor === undefined) return undefined
  if ('id' in visitor) return visitors.find(visitor.id, now)
  const id = visitorIdIn(visitor.email)
  return id === undefined ? visitors.findByEmail(visitor.email) : visitors.find(id, now)
}

/**
 * Shows advisers facts about the visitor, by setting them at the provider. Runs after each message, because
 * the minutes of a pass run down.
 */
const describeVisitor = async (
  { visitor }: ChatEvent,
  holder: PassHolder,
  now: Date,
  { openChatApi: openApi, readFacts }: Dependencies,
): Promise<void> => {
  if (visitor === undefined || !('id' in visitor)) return
  try {
    const api = await openApi()
    await api?.describeVisitor(visitor.id, await readFacts(holder, now))
  } catch (error) {
    // The message is recorded already. A response of 500 would only have it delivered again; the next message sets the
    // facts.
    log.warn('chat visitor not described', errorFields(error))
  }
}

/**
 * Counts a whole chat with an adviser whose visitor we do not know, for an alarm. Our page signs every visitor, so many of
 * them mean that the provider rejects our signatures. Chatwoot reports that to the page, which closes the chat.
 */
const countUnknownVisitor = ({ messages }: ChatEvent, { isLive }: Protocol): void => {
  if (!isLive && messages.some(({ from }) => from === 'adviser')) countMetrics({ UnknownChatVisitors: 1 })
}

const anyObject = z.looseObject({})

/** Parses the body of a verified delivery. Every delivery of a provider is an object. */
const parseBody = ({ bytes }: Delivery): object => {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw apiError('invalid_json', { cause })
  }
  const parsed = anyObject.safeParse(body)
  if (!parsed.success) throw apiError('validation_failed', { cause: parsed.error })
  return parsed.data
}

/**
 * Records messages that the chat provider reports, whether or not the visitor's browser is open.
 * Acknowledges signed deliveries that concern none of our visitors. Unexpected errors return 500, so the
 * provider delivers again.
 */
export const handle = async (
  { bytes, header, now }: RawRequest,
  deps: Dependencies,
): Promise<RawResponse> => {
  const delivery = { bytes, header, now }
  const protocol =
    protocolOf(deps.provider, await deps.signingSecrets(), delivery) ??
    protocolOf(deps.provider, await deps.changedSecrets(), delivery)
  if (protocol === undefined) throw apiError('invalid_signature')
  const event = protocol.parseEvent(parseBody(delivery), now)
  const holder = event && (await holderOf(event, now, deps.visitors))
  const outcome =
    event && holder
      ? await deps.recordMessages({
          holder,
          eventId: eventIdOf(protocol, delivery),
          messages: event.messages,
          isLive: protocol.isLive,
          now,
        })
      : 'nothing'
  if (event && holder) {
    await deps.chatCount.record(holder, event.messages, now)
    await describeVisitor(event, holder, now, deps)
  } else if (event) countUnknownVisitor(event, protocol)
  log.info('chat event', { provider: protocol.name, outcome, known: holder !== undefined })
  return accepted
}

/** While the secret is being rotated, it contains several secrets, separated by commas. */
const listOf = (secrets: string): string[] => secrets.split(',').map((one) => one.trim())

const table = new Table()
const deps: Dependencies = {
  provider: env('CHAT_PROVIDER'),
  signingSecrets: async () => listOf(await secret(env('CHAT_WEBHOOK_SECRET_ID'))),
  changedSecrets: async () => {
    const changed = await changedSecret(env('CHAT_WEBHOOK_SECRET_ID'))
    return changed === undefined ? [] : listOf(changed)
  },
  visitors: visitorRepository(table),
  recordMessages: messageRecorder(table, env('SITE_URL')),
  chatCount: chatCountRepository(table),
  readFacts: visitorFactsReader(table),
  openChatApi,
}
export const handler = serveRaw('chat-webhook', maxWebhookBytes, (request) => handle(request, deps))
