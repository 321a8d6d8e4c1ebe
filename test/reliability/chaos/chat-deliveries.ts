import { expect } from 'vitest'
import type { Conversation, Message } from '#local/chat/conversations.ts'
import {
  type Delivery,
  headersOf,
  messageCreated,
  type ProviderName,
  transcriptCreated,
} from '#local/chat/payloads.ts'
import { chatCountRepository } from '#services/chat/chat-count.repository.ts'
import { handle } from '#services/chat/chat-webhook/handler.ts'
import { guestAddress } from '#services/chat/visitor-id.ts'
import { visitorFactsReader } from '#services/chat/visitor-facts.ts'
import { visitorRepository } from '#services/chat/visitor.repository.ts'
import { messageRecorder } from '#services/passes/public.ts'
import { ApiError } from '#platform/api-error.ts'
import type { UserName } from '../world.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { visitorOf } from './chats.ts'

const secret = 'chaos-webhook-secret'

/** Posts a delivery to the webhook, which checks its signature. */
const post = ({ billing, chats, faults }: ChaosWorld, delivery: Delivery, signedWith: string) => {
  const { table, clock } = billing
  const now = clock.now()
  const headers = headersOf(delivery, signedWith, now)
  return handle(
    {
      method: 'POST',
      parameters: {},
      query: new URLSearchParams(),
      bytes: Buffer.from(delivery.body),
      header: (name) => headers[name],
      now,
      client: { address: '198.18.0.1' },
    },
    {
      provider: 'local',
      signingSecrets: async () => [secret],
      changedSecrets: async () => [],
      visitors: visitorRepository(table),
      recordMessages: messageRecorder(table, 'http://localhost:3000'),
      chatCount: chatCountRepository(table),
      readFacts: visitorFactsReader(table),
      openChatApi: async () => faults.around('chat provider', chats),
    },
  )
}

let lastNumber = 0

interface ChatMessage {
  readonly user: UserName
  readonly from: 'visitor' | 'adviser'
  readonly provider: ProviderName
}

/** Creates the event with which a provider reports a message. */
const deliveryOf = ({ billing }: ChaosWorld, { user, from, provider }: ChatMessage): Delivery => {
  const now = billing.clock.now()
  const number = (lastNumber += 1)
  const visitor = visitorOf(billing.accounts[user])
  const message: Message = { id: `message-${number}`, number, from, text: 'A sample', at: now.toISOString() }
  const conversation: Conversation = {
    id: `conversation-${number}`,
    number,
    visitor: { id: visitor, name: 'Sample Visitor', email: guestAddress(visitor) },
    attributes: {},
    state: 'waiting',
    messages: [message],
    chat: { id: `chat-${number}`, since: 0 },
  }
  return provider === 'chatwoot'
    ? messageCreated(conversation, message)
    : transcriptCreated(conversation, now)
}

/** Delivers events. The provider repeats what is not acknowledged. */
const deliver = async (chaos: ChaosWorld, nth: number, copies: number): Promise<void> => {
  const found = chaos.deliveries[nth % Math.max(1, chaos.deliveries.length)]
  for (let copy = 0; found !== undefined && copy < copies; copy += 1) {
    const { statusCode } = await post(chaos, found.delivery, secret)
    if (statusCode === 200) found.isAcknowledged = true
  }
}

/** A visitor or an adviser writes, and the provider reports it: immediately, several times, or later. */
export const reportMessage = async (
  chaos: ChaosWorld,
  message: ChatMessage & { readonly copies: number },
): Promise<void> => {
  const { billing, chats, deliveries } = chaos
  const userId = billing.accounts[message.user]
  const now = billing.clock.now()
  // Opening the chat stores the visitor.
  await visitorRepository(billing.table).record(visitorOf(userId), { userId }, now)
  chats.write(visitorOf(userId), message.from, now)
  deliveries.push({ delivery: deliveryOf(chaos, message), isAcknowledged: false })
  await deliver(chaos, deliveries.length - 1, message.copies)
}

/** The provider repeats an event, late or out of order. */
export const deliverMessage = (chaos: ChaosWorld, { nth, copies }: { nth: number; copies: number }) =>
  deliver(chaos, nth, copies)

/** Reports a message without knowing the secret. It must be rejected. */
export const forgeMessage = async (chaos: ChaosWorld, step: Omit<ChatMessage, 'from'>): Promise<void> => {
  const delivery = deliveryOf(chaos, { ...step, from: 'adviser' })
  const outcome = await post(chaos, delivery, 'a-guess').catch((error: unknown) => error)
  if (!(outcome instanceof ApiError) || outcome.code !== 'invalid_signature')
    throw new Error('The webhook accepted a forged message')
}

/** The chats that were counted depend on the day of the delivery, not on the event. */
const stateOf = ({ billing }: ChaosWorld): string =>
  JSON.stringify(billing.database.all().filter((item) => !String(item['entity']?.['S']).includes('chat')))

/** Repeats what was not acknowledged, newest first. */
export const deliverUnacknowledged = async (chaos: ChaosWorld): Promise<void> => {
  for (const [nth, { isAcknowledged }] of [...chaos.deliveries.entries()].toReversed())
    if (!isAcknowledged) await deliver(chaos, nth, 1)
}

/** Returns the number of events that are recorded as processed. */
const recordedEvents = ({ billing }: ChaosWorld): number =>
  billing.database.all().filter((item) => item['entity']?.['S'] === 'chat_event').length

/**
 * Every event is acknowledged, and repeating one that was recorded changes nothing. An event that concerned no pass is
 * not recorded: if the clock was set back before a pass was paid for, the event may be within its time. It then takes
 * effect at its repeat, and is recorded.
 */
export const expectMessagesRecordedOnce = async (chaos: ChaosWorld): Promise<void> => {
  expect(chaos.deliveries.filter(({ isAcknowledged }) => !isAcknowledged)).toEqual([])
  for (const nth of chaos.deliveries.keys()) {
    const [before, recorded] = [stateOf(chaos), recordedEvents(chaos)]
    await deliver(chaos, nth, 1)
    if (recordedEvents(chaos) === recorded)
      expect(stateOf(chaos), 'after a recorded chat event was repeated').toBe(before)
  }
  const before = stateOf(chaos)
  for (const nth of chaos.deliveries.keys()) await deliver(chaos, nth, 1)
  expect(stateOf(chaos), 'after all chat events were repeated').toBe(before)
}
