import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { guestSessionEvent, oneTimeSessionEvent } from '#shared/contract/passes.ts'
import { addPurchase, type Pass } from '#shared/rules/pass.ts'
import { hashOf } from '#platform/crypto.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { handle as closePasses } from './close-passes/handler.ts'
import { handle as reportAsGuest } from './guest-session-event/handler.ts'
import { handle as reportAsAccount } from './one-time-session-event/handler.ts'
import { passRepository, type PassHolder } from './pass.repository.ts'
import { recordOpening } from './record-opening.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const address = 'holder@people.example'
const siteUrl = 'https://site.example'
const guestKey = 'A'.repeat(43)

let world: ReturnType<typeof inMemory>
let caller: Caller
let passes: ReturnType<typeof passRepository>
beforeEach(async () => {
  world = inMemory({ now })
  caller = await world.account()
  passes = passRepository(world.table)
})

const store = async (holder: PassHolder, session = 'cs_1', changes: Partial<Pass> = {}) => {
  const pass = { ...addPurchase(undefined, session, now), ...changes }
  await passes.write({ stored: { holder, firstSessionId: session, email: address, pass, version: 0 }, now })
}
const report = (body: object, at = now) =>
  callInMemory(oneTimeSessionEvent, reportAsAccount, { caller, body, now: at }, { passes, siteUrl })
const reportFor = (guest_key: string, body: object) =>
  callInMemory(guestSessionEvent, reportAsGuest, { body: { guest_key, ...body }, now }, { passes, siteUrl })
const own = async () => (await passes.listByUser(caller.userId)) ?? []
const emails = async () =>
  (await world.table.listByIndex(keys.emailsTo(address, '').gsi1pk)).map(
    (item) => outboxRecord.parse(item).content,
  )
const close = (at: Date) => closePasses({ passes, siteUrl }, at)
const accepted = { status: 200, body: {} }

describe('an event of a chat session', () => {
  test('starts the pass at the time of the first report', async () => {
    await store({ userId: caller.userId })
    for (const minutes of [0, 5])
      expect(await report({ event: 'started' }, minutesLater(minutes))).toEqual(accepted)
    expect(await own()).toMatchObject([{ pass: { startedAt: now.toISOString() }, version: 2 }])
  })

  test('keeps the remaining minutes when the conversation ends, and sends no email', async () => {
    for (const started of [{}, { startedAt: now.toISOString() }]) {
      await store({ userId: caller.userId }, 'cs_1', started)
      for (let i = 0; i < 2; i += 1) expect(await report({ event: 'ended' })).toEqual(accepted)
      const [stored] = await own()
      expect(stored?.pass).toMatchObject({ chatEndedAt: now.toISOString(), ...started })
      expect(stored?.pass.endedAt).toBeUndefined()
      expect(stored?.pass.startedAt).toBe(started.startedAt)
      expect(await emails()).toEqual([])
      await world.table.delete(keys.pass(caller.userId, 'cs_1'))
    }
  })

  test('ends the pass that its holder gives up, with one email', async () => {
    await store({ userId: caller.userId })
    expect(await report({ event: 'ended', give_up: true })).toEqual(accepted)
    expect(await own()).toMatchObject([{ pass: { endedAt: now.toISOString() } }])
    expect(await emails()).toMatchObject([{ template: 'pass-over' }])
    expect(await report({ event: 'ended', give_up: true })).toMatchObject(apiError('session_over'))
    expect(await emails()).toHaveLength(1)
  })

  test('gives nothing up when it reports a start', async () => {
    await store({ userId: caller.userId })
    await report({ event: 'started', give_up: true })
    const [stored] = await own()
    expect(stored?.pass.startedAt).toBe(now.toISOString())
    expect(stored?.pass.endedAt).toBeUndefined()
  })

  test('is rejected without a pass, and for a pass that is over', async () => {
    expect(await report({ event: 'started' })).toMatchObject(apiError('not_found'))
    expect(await reportFor('B'.repeat(43), { event: 'started' })).toMatchObject(apiError('not_found'))
    await store({ userId: caller.userId }, 'cs_1', { endedAt: now.toISOString() })
    expect(await report({ event: 'started' })).toMatchObject(apiError('session_over'))
  })

  test('changes the pass in use, and no pass of another holder', async () => {
    await store({ userId: caller.userId }, 'cs_1', { endedAt: now.toISOString() })
    await store({ userId: caller.userId }, 'cs_2')
    await store({ keyHash: hashOf(guestKey) })
    await report({ event: 'started' })
    expect((await own()).map(({ pass }) => pass.startedAt)).toEqual([undefined, now.toISOString()])
    expect((await passes.findByKeyHash(hashOf(guestKey)))?.pass.startedAt).toBeUndefined()
  })

  test('of a guest starts the pass of the guest key', async () => {
    await store({ keyHash: hashOf(guestKey) })
    expect(await reportFor(guestKey, { event: 'started' })).toEqual(accepted)
    expect((await passes.findByKeyHash(hashOf(guestKey)))?.pass.startedAt).toBe(now.toISOString())
  })

  test('writes nothing for an account that is deleted in the meantime', async () => {
    await store({ userId: caller.userId })
    const [stored] = await own()
    await world.table.delete(keys.profile(caller.userId))
    if (stored === undefined) throw new Error('The pass is stored')
    expect(await passes.write({ stored, now })).toBe('stale')
  })
})

describe('opening the conversation', () => {
  test('records the presence of the holder of a waiting pass, at most once a minute', async () => {
    await store({ userId: caller.userId })
    expect(await recordOpening({ userId: caller.userId }, passes, now)).toBe('recorded')
    expect(await recordOpening({ userId: caller.userId }, passes, minutesLater(0.5))).toBe('nothing')
    expect(await own()).toMatchObject([{ version: 2, pass: { lastSeenAt: now.toISOString() } }])
  })

  test('starts the pass after a reply that its holder had not seen', async () => {
    await store({ userId: caller.userId }, 'cs_1', { unseenReplyAt: now.toISOString() })
    const opened = minutesLater(30)
    expect(await recordOpening({ userId: caller.userId }, passes, opened)).toBe('recorded')
    expect(await own()).toMatchObject([{ pass: { startedAt: opened.toISOString() } }])
  })

  test('changes nothing without a pass', async () => {
    expect(await recordOpening({ userId: caller.userId }, passes, now)).toBe('nothing')
    expect(await recordOpening({ keyHash: 'unknown' }, passes, now)).toBe('nothing')
  })
})

describe('close-passes', () => {
  test('closes a pass whose time is up, and emails its holder once although it runs again', async () => {
    await store({ userId: caller.userId }, 'cs_1', { startedAt: now.toISOString() })
    expect(await close(minutesLater(29))).toEqual({ closed: 0 })
    forceOverlap(world.table, 2)
    const runs = await Promise.all([close(minutesLater(31)), close(minutesLater(31))])
    expect(runs.map(({ closed }) => closed).toSorted()).toEqual([0, 1])
    expect(await close(minutesLater(36))).toEqual({ closed: 0 })
    expect(await own()).toMatchObject([{ pass: { endedAt: minutesLater(30).toISOString() } }])
    expect(await emails()).toMatchObject([{ template: 'pass-over', used: true }])
  })

  test('keeps a pass that was extended since it was listed', async () => {
    const holder = { userId: caller.userId }
    await store(holder, 'cs_1', { startedAt: now.toISOString() })
    const [listed] = await passes.listDue(minutesLater(31))
    if (listed === undefined) throw new Error('The pass is due')
    const extended = { ...listed, pass: addPurchase(listed.pass, 'cs_2', now) }
    const late = { ...passes, listDue: async () => [extended] }
    expect(await closePasses({ passes: late, siteUrl }, minutesLater(31))).toEqual({ closed: 0 })
    await passes.write({ stored: extended, now })
    const outdated = { ...passes, listDue: async () => [listed] }
    expect(await closePasses({ passes: outdated, siteUrl }, minutesLater(31))).toEqual({ closed: 0 })
    expect(await emails()).toEqual([])
  })

  test("keeps a pass open that waits for an adviser's first reply", async () => {
    await store({ userId: caller.userId })
    expect(await close(minutesLater(31))).toEqual({ closed: 0 })
    expect((await own()).map(({ pass }) => pass.endedAt)).toEqual([undefined])
  })

  test('sends no email about a pass that was given up', async () => {
    await store({ userId: caller.userId }, 'cs_1', { startedAt: now.toISOString() })
    const [listed] = await passes.listDue(minutesLater(31))
    if (listed === undefined) throw new Error('The pass is due')
    const givenUp = { ...listed, pass: { ...listed.pass, endedAt: now.toISOString() } }
    const late = { ...passes, listDue: async () => [givenUp] }
    expect(await closePasses({ passes: late, siteUrl }, minutesLater(31))).toEqual({ closed: 0 })
    expect(await emails()).toEqual([])
  })
})
