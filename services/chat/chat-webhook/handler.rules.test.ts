import { createHmac, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { messageRecorder, openingRecorder, type PassHolder } from '#services/passes/public.ts'
import { type PassRecord, passRecord } from '#platform/account/records.ts'
import { log } from '#platform/log.ts'
import { keys } from '#platform/table/keys.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { rawRequest } from '#test/kit/in-memory/raw-request.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { chatCountRepository, readChatCounts } from '../chat-count.repository.ts'
import { visitorFactsReader } from '../visitor-facts.ts'
import { visitorRepository } from '../visitor.repository.ts'
import { handle } from './handler.ts'

beforeEach(() => {
  vi.spyOn(log, 'info').mockReturnValue(undefined)
})

const secret = 'a-secret'
const received = { statusCode: 200, body: JSON.stringify({ received: true }) }
const visitorId = 'f'.repeat(32)

/** Minutes after ten o'clock, when the pass of each test was paid for. */
const at = (minutes: number) => new Date(Date.UTC(2027, 2, 1, 10, minutes))

interface Delivery {
  readonly now: Date
  readonly id?: string
  /** Time of the signature. Default: now. */
  readonly signedAt?: Date
  readonly signedWith?: string
}

const signatureOf = (
  as: 'chatwoot' | 'tawk',
  body: string,
  { now, signedAt = now, signedWith = secret, id }: Delivery,
) => {
  const timestamp = String(Math.floor(signedAt.getTime() / 1000))
  const mac = (algorithm: string, text: string) =>
    createHmac(algorithm, signedWith).update(text).digest('hex')
  const headers: Readonly<Record<string, string>> =
    as === 'tawk'
      ? { 'x-tawk-signature': mac('sha1', body), 'x-hook-event-id': id ?? randomUUID() }
      : {
          'x-chatwoot-timestamp': timestamp,
          'x-chatwoot-signature': `sha256=${mac('sha256', `${timestamp}.${body}`)}`,
          'x-chatwoot-delivery': id ?? randomUUID(),
        }
  return headers
}

/** Chatwoot's event for a message of the visitor (`incoming`) or an adviser (`outgoing`). */
const messageAt = (
  minutes: number,
  message_type: 'incoming' | 'outgoing' = 'outgoing',
  identifier = visitorId,
) =>
  JSON.stringify({
    event: 'message_created',
    message_type,
    created_at: at(minutes).toISOString(),
    sender: { id: 1, type: message_type === 'incoming' ? 'contact' : 'user' },
    conversation: { meta: { sender: { identifier }, hmac_verified: true } },
  })

/** Tawk.to's transcript with messages of an adviser (`a`) or the visitor (`v`) at these minutes. */
const transcriptOf = (...messages: readonly (readonly ['a' | 'v', number])[]) =>
  JSON.stringify({
    event: 'chat:transcript_created',
    chat: {
      visitor: { email: `${visitorId}@visitor.invalid` },
      messages: messages.map(([t, minutes]) => ({
        sender: { t },
        type: 'msg',
        msg: '…',
        time: at(minutes).toISOString(),
      })),
    },
  })

/** A holder with a pass that waits for its start, who opened the chat when they paid. */
const aHolder = async ({ plan }: { plan?: SubscriptionPlan } = {}) => {
  const { table, database, account } = inMemory({ now: at(0) })
  const { userId, profile } = await account(plan === undefined ? {} : { plan })
  const [holder, key]: [PassHolder, ReturnType<typeof keys.pass>] = [{ userId }, keys.pass(userId, 'cs_1')]
  const pass: PassRecord = {
    entity: 'pass',
    user_id: userId,
    session_id: 'cs_1',
    email: profile.email,
    paid_at: at(0).toISOString(),
    last_seen_at: at(0).toISOString(),
    minutes: 30,
    purchases: { cs_1: { paid_at: at(0).toISOString(), reversed: false } },
    version: 1,
  }
  await table.put(key, pass)
  const visitors = visitorRepository(table)
  await visitors.record(visitorId, holder, at(0))
  const deps = {
    provider: 'local',
    signingSecrets: async () => [secret],
    changedSecrets: async () => [],
    visitors,
    recordMessages: messageRecorder(table, 'https://site.example'),
    readFacts: visitorFactsReader(table),
    chatCount: chatCountRepository(table),
    openChatApi: async () => undefined,
  }
  const post = (body: string, now: Date, headers: Readonly<Record<string, string>>) =>
    handle(rawRequest({ body, headers, now }), deps)
  const deliver = (as: 'chatwoot' | 'tawk', body: string, delivery: Delivery) =>
    post(body, delivery.now, signatureOf(as, body, delivery))
  return {
    table,
    database,
    post,
    deliver,
    open: (now: Date) => openingRecorder(table)(holder, now),
    pass: () => table.find(key, passRecord),
    chats: () => readChatCounts(table),
    events: () => database.all().filter((item) => item['entity']?.['S'] === 'chat_event'),
    emails: () => table.listByIndex(keys.emailsTo(profile.email, '').gsi1pk),
  }
}

describe('chat-webhook with Chatwoot, which reports each message as it is sent', () => {
  test('starts the pass of a present holder at the first reply, and only once', async () => {
    const { deliver, pass, emails } = await aHolder()
    expect(await deliver('chatwoot', messageAt(1), { now: at(1) })).toMatchObject(received)
    const started = await pass()
    expect(started?.started_at).toBe(at(1).toISOString())
    expect(await deliver('chatwoot', messageAt(9), { now: at(9) })).toMatchObject(received)
    expect(await pass()).toEqual(started)
    expect(await emails()).toEqual([])
  })

  test('emails an absent holder once and starts no time until they open the conversation', async () => {
    const { deliver, open, pass, emails } = await aHolder()
    for (const minutes of [3, 4]) await deliver('chatwoot', messageAt(minutes), { now: at(minutes) })
    expect((await emails()).map((email) => email['content'])).toMatchObject([{ template: 'adviser-replied' }])
    expect(await pass()).toMatchObject({ unseen_reply_at: at(3).toISOString() })
    expect((await pass())?.started_at).toBeUndefined()
    await open(at(63))
    expect(await pass()).toMatchObject({ started_at: at(63).toISOString() })
  })

  test("starts the pass at the holder's next message if the browser reports nothing", async () => {
    const { deliver, pass } = await aHolder()
    await deliver('chatwoot', messageAt(3), { now: at(3) })
    const body = messageAt(6, 'incoming')
    for (let i = 0; i < 2; i += 1)
      expect(await deliver('chatwoot', body, { now: at(6) })).toMatchObject(received)
    expect(await pass()).toMatchObject({ started_at: at(6).toISOString() })
  })

  test('counts the chat of a day once, and no chat that nobody answered', async () => {
    const { deliver, chats } = await aHolder()
    for (const day of [0, 24 * 60]) await deliver('chatwoot', messageAt(day, 'incoming'), { now: at(day) })
    for (const minutes of [1, 2]) await deliver('chatwoot', messageAt(minutes), { now: at(minutes) })
    expect(await chats()).toEqual([{ month: '2027-03', value: 1 }])
  })

  test('does not restart a pass that started earlier', async () => {
    const { deliver, open, pass } = await aHolder()
    await deliver('chatwoot', messageAt(3), { now: at(3) })
    await open(at(4))
    const started = await pass()
    expect(started?.started_at).toBe(at(4).toISOString())
    expect(await deliver('chatwoot', messageAt(3), { now: at(6) })).toMatchObject(received)
    expect(await pass()).toEqual(started)
  })

  test("does not start a subscriber's earlier pass", async () => {
    const { deliver, pass } = await aHolder({ plan: 'monthly' })
    expect(await deliver('chatwoot', messageAt(1), { now: at(1) })).toMatchObject(received)
    expect((await pass())?.started_at).toBeUndefined()
  })

  test('starts a pass once and stores the event once when a delivery is repeated concurrently', async () => {
    const { table, deliver, pass, events } = await aHolder()
    forceOverlap(table, 6)
    const deliveries = Array.from({ length: 6 }, () =>
      deliver('chatwoot', messageAt(1), { now: at(1), id: 'event-1' }),
    )
    for (const response of await Promise.all(deliveries)) expect(response).toMatchObject(received)
    expect(await pass()).toMatchObject({ started_at: at(1).toISOString(), version: 2 })
    expect(events()).toHaveLength(1)
  })

  test('throws on an unexpected error and starts the pass at the next delivery', async () => {
    const { database, deliver, pass } = await aHolder()
    const delivery = { now: at(1), id: 'event-1' }
    database.onTransaction = () => {
      throw new Error('InternalServerError')
    }
    await expect(deliver('chatwoot', messageAt(1), delivery)).rejects.toThrow('InternalServerError')
    database.onTransaction = () => undefined
    expect((await pass())?.started_at).toBeUndefined()
    expect(await deliver('chatwoot', messageAt(1), delivery)).toMatchObject(received)
    expect(await pass()).toMatchObject({ started_at: at(1).toISOString() })
  })
})

describe('chat-webhook with Tawk.to, which sends a transcript after the chat', () => {
  test('starts the pass of an absent holder at the first message after a reply, and sends no late email', async () => {
    const { deliver, pass, emails } = await aHolder()
    await deliver('tawk', transcriptOf(['a', 50]), { now: at(90) })
    expect(await pass()).toMatchObject({ unseen_reply_at: at(50).toISOString() })
    expect(await emails()).toEqual([])
    await deliver('tawk', transcriptOf(['v', 40], ['v', 70], ['a', 71]), { now: at(90) })
    expect(await pass()).toMatchObject({ started_at: at(70).toISOString() })
  })

  test('closes a pass whose time ran out before the delivery, and emails its holder', async () => {
    const { deliver, pass, emails } = await aHolder()
    await deliver('tawk', transcriptOf(['a', 1]), { now: at(45) })
    expect(await pass()).toMatchObject({ started_at: at(1).toISOString(), ended_at: at(31).toISOString() })
    expect((await emails()).map((email) => email['content'])).toMatchObject([{ template: 'pass-over' }])
  })

  test('does not start a pass with a chat from before the payment, whatever the event id', async () => {
    const { deliver, pass } = await aHolder()
    const before = await pass()
    for (const id of ['event-1', 'event-2'])
      expect(await deliver('tawk', transcriptOf(['v', -61], ['a', -60]), { now: at(1), id })).toMatchObject(
        received,
      )
    expect(await pass()).toEqual(before)
  })
})

describe('chat-webhook', () => {
  test('rejects a delivery with a missing or wrong signature', async () => {
    const { post, pass } = await aHolder()
    const before = await pass()
    const body = messageAt(1)
    const attempts: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'x-tawk-signature': '' },
      signatureOf('tawk', body, { now: at(1), signedWith: 'wrong' }),
      signatureOf('chatwoot', body, { now: at(1), signedWith: 'wrong' }),
      signatureOf('chatwoot', body, { now: at(1), signedWith: '' }),
    ]
    for (const headers of attempts)
      await expect(post(body, at(1), headers)).rejects.toMatchObject({ code: 'invalid_signature' })
    expect(await pass()).toEqual(before)
  })

  test('rejects a replayed delivery whose signature is more than five minutes old', async () => {
    const { deliver } = await aHolder()
    const body = messageAt(1)
    expect(await deliver('chatwoot', body, { now: at(1) })).toMatchObject(received)
    for (const minutes of [-5, 7])
      await expect(deliver('chatwoot', body, { now: at(1), signedAt: at(minutes) })).rejects.toMatchObject({
        code: 'invalid_signature',
      })
  })

  test.each([
    messageAt(1, 'outgoing', 'an-unknown-visitor'),
    messageAt(1, 'outgoing', '../../user#1'),
    JSON.stringify({ event: 'conversation_updated' }),
    JSON.stringify({ event: 'message_created', message_type: 'outgoing', sender: null }),
  ])('acknowledges and ignores %s', async (body) => {
    const { database, deliver } = await aHolder()
    const before = database.all()
    for (const as of ['chatwoot', 'tawk'] as const)
      expect(await deliver(as, body, { now: at(1) })).toMatchObject(received)
    expect(database.all()).toEqual(before)
  })

  test.each(['', 'not json', '{"event":', '\u0000'])('rejects the signed body %j', async (body) => {
    const { deliver } = await aHolder()
    await expect(deliver('tawk', body, { now: at(1) })).rejects.toMatchObject({ code: 'invalid_json' })
  })

  test.each(['null', '[]', '"text"', '7', 'true'])(
    'rejects the signed body %s, which is not an object',
    async (body) => {
      const { database, deliver } = await aHolder()
      const before = database.all()
      for (const as of ['chatwoot', 'tawk'] as const)
        await expect(deliver(as, body, { now: at(1) })).rejects.toMatchObject({ code: 'validation_failed' })
      expect(database.all()).toEqual(before)
    },
  )
})
