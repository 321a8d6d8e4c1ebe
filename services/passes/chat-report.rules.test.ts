import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPurchase, type ChatMessage, type Pass } from '#shared/rules/pass.ts'
import { unusedPassDays } from '#shared/values/plans.ts'
import { hashOf } from '#platform/crypto.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { guestKeysFrom } from './guest-keys.ts'
import { passRepository } from './pass.repository.ts'
import { guestPassFinder, openingRecorder } from './public.ts'
import { type ChatReport, recordChatMessages } from './record-chat-messages.ts'

const now = new Date('2027-03-01T10:00:00Z')
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const guestKeys = guestKeysFrom(async () => 'secret')

let world: ReturnType<typeof inMemory>
let passes: ReturnType<typeof passRepository>
let userId: string
beforeEach(async () => {
  world = inMemory({ now })
  passes = passRepository(world.table)
  ;({ userId } = await world.account())
})

const store = async (session: string, paidAt = now, changes: Partial<Pass> = {}) => {
  const pass = { ...addPurchase(undefined, session, paidAt), ...changes }
  await passes.write({
    stored: { holder: { userId }, firstSessionId: session, email: null, pass, version: 0 },
    now,
  })
}
const own = async () => (await passes.listByUser(userId)) ?? []
const starts = async () => (await own()).map(({ pass }) => pass.startedAt)
const said = (from: ChatMessage['from'], seconds: number): ChatMessage => ({
  from,
  at: secondsLater(seconds),
})

const record = (changes: Partial<ChatReport>, repository = passes) =>
  recordChatMessages(
    { holder: { userId }, eventId: 'event-1', messages: [], isLive: true, now, ...changes },
    { passes: repository, guestKeys, siteUrl: 'https://site.example' },
  )
const conversation = [said('visitor', 0), said('adviser', 10)]

describe('passes of an account', () => {
  test('are listed by the time of their payment, not by the number of their session', async () => {
    await store('cs_2')
    await store('cs_1', secondsLater(60))
    expect((await own()).map(({ firstSessionId }) => firstSessionId)).toEqual(['cs_2', 'cs_1'])
  })

  test('are never created over a pass that exists', async () => {
    await store('cs_1')
    const [existing] = await own()
    if (existing === undefined) throw new Error('The pass is stored')
    const ended = { ...existing.pass, endedAt: now.toISOString() }
    expect(await passes.write({ stored: { ...existing, pass: ended, version: 0 }, now })).toBe('stale')
  })
})

describe('the report of a chat', () => {
  test('starts the pass that is in use, and no other', async () => {
    await store('cs_1')
    await store('cs_2', secondsLater(1))
    expect(await record({ messages: conversation, now: secondsLater(20) })).toBe('started')
    expect(await starts()).toEqual([secondsLater(10).toISOString(), undefined])
  })

  test('records a message of the holder, which starts nothing', async () => {
    await store('cs_1')
    expect(await record({ messages: [said('visitor', 0)] })).toBe('recorded')
    expect(await starts()).toEqual([undefined])
  })

  test('changes nothing without a pass', async () => {
    expect(await record({ messages: conversation })).toBe('nothing')
  })

  test('uses up only one pass when it is delivered again', async () => {
    await store('cs_1')
    await store('cs_2', secondsLater(1))
    const late = { messages: conversation, isLive: false, now: secondsLater(3600) }
    expect(await record(late)).toBe('started')
    expect(await record(late)).toBe('nothing')
    expect(await starts()).toEqual([secondsLater(10).toISOString(), undefined])
  })

  test('uses up only one pass when a repeat is processed while the first is being written', async () => {
    await store('cs_1')
    await store('cs_2', secondsLater(1))
    const late = { messages: conversation, isLive: false, now: secondsLater(3600) }
    let reads = 0
    const isProcessed: typeof passes.isProcessed = async (id) => {
      const found = await passes.isProcessed(id)
      reads += 1
      if (reads === 1) await record(late)
      return found
    }
    expect(await record(late, { ...passes, isProcessed })).toBe('nothing')
    expect(await starts()).toEqual([secondsLater(10).toISOString(), undefined])
  })

  test('is recorded although another report is written at the same time', async () => {
    await store('cs_1')
    forceOverlap(world.table, 2)
    const reports = await Promise.all([
      record({ messages: [said('adviser', 5)], now: secondsLater(5) }),
      record({ messages: [said('visitor', 0)], now: secondsLater(5), eventId: 'event-2' }),
    ])
    expect(reports).not.toContain('nothing')
    expect([await passes.isProcessed('event-1'), await passes.isProcessed('event-2')]).toEqual([true, true])
    // Version 1 was stored before. One report has read what the other wrote.
    expect((await own()).map(({ version }) => version)).toEqual([3])
  })

  test('starts a pass rather than recording a message on one that expires in the meantime', async () => {
    const expiresSoon = secondsLater(30 - unusedPassDays * 24 * 3600)
    await store('cs_1', expiresSoon)
    await store('cs_2', now, { lastSeenAt: now.toISOString() })
    // The provider's clock is a minute ahead.
    expect(await record({ messages: [said('visitor', 0), said('adviser', 60)] })).toBe('started')
    expect(await starts()).toEqual([undefined, now.toISOString()])
  })
})

describe('opening the conversation', () => {
  test('touches no pass of a member, who chats on the subscription', async () => {
    const member = await world.account({ plan: 'monthly' })
    for (const owner of [userId, member.userId]) {
      userId = owner
      await store('cs_1', now, { unseenReplyAt: now.toISOString() })
      await openingRecorder(world.table)({ userId: owner }, secondsLater(60))
      // The same pass of an account without a subscription is started.
      const startedAt = owner === member.userId ? undefined : secondsLater(60).toISOString()
      expect(await starts()).toEqual([startedAt])
    }
  })
})

describe('the pass of a guest key', () => {
  test('is found with its address, even when it is over, and of no other key', async () => {
    const holder = { keyHash: hashOf('key') }
    const pass = { ...addPurchase(undefined, 'cs_1', now), endedAt: now.toISOString() }
    const email = 'guest@people.example'
    await passes.write({ stored: { holder, firstSessionId: 'cs_1', email, pass, version: 0 }, now })
    const find = guestPassFinder(world.table)
    expect([await find('key'), await find('other')]).toEqual([{ holder, email }, undefined])
  })
})
