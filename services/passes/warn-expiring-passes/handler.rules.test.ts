import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addPurchase } from '#shared/rules/pass.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { guestKeysFrom } from '../guest-keys.ts'
import { passRepository, type PassHolder, type StoredPass } from '../pass.repository.ts'
import { handle } from './handler.ts'
import { warningRepository } from './warning.repository.ts'

const dayMs = 24 * 3600_000
const paid = new Date('2027-03-01T10:00:00Z')
const ends = new Date('2027-03-31T10:00:00Z')
const before = (days: number) => new Date(ends.getTime() - days * dayMs)

let world: ReturnType<typeof inMemory>
beforeEach(() => {
  world = inMemory({ now: paid })
})

const guest: PassHolder = { keyHash: 'hash' }
const address = 'guest@people.example'

const store = async (
  holder: PassHolder,
  change: Partial<StoredPass['pass']> = {},
  email: string | null = address,
) => {
  const pass = { ...addPurchase(undefined, 'cs_1', paid), ...change }
  const stored = { holder, firstSessionId: 'cs_1', email, pass, version: 0 }
  await passRepository(world.table).write({ stored, now: paid })
}
const content = {
  template: 'pass-expiring',
  minutes: 30,
  expires_at: ends.toISOString(),
  guest: true,
  link: 'https://advice.example',
} as const
const run = (now: Date, warnings = warningRepository(world.table)) =>
  handle(
    {
      passes: passRepository(world.table),
      warnings,
      guestKeys: guestKeysFrom(async () => 'secret'),
      siteUrl: 'https://advice.example',
    },
    now,
  )
const emails = async () =>
  (await world.table.listByIndex(keys.emailsTo(address, '').gsi1pk)).map((item) => outboxRecord.parse(item))
const warnings = async () => (await emails()).map((email) => email.content)

describe('warn-expiring-passes', () => {
  test('fails after the other warnings if one cannot be queued, so that an alarm reports it', async () => {
    await store(guest)
    const passes = passRepository(world.table)
    const [stored] = await passes.listDue(new Date(ends.getTime() + 1))
    if (stored === undefined) throw new Error('no pass is due')
    const broken = { ...stored, firstSessionId: 'cs_broken' }
    const { queue } = warningRepository(world.table)
    const deps = {
      passes: { listDue: async () => [broken, stored] },
      warnings: {
        queue: async (...[one, warning]: Parameters<typeof queue>) => {
          if (one.firstSessionId === 'cs_broken') throw new Error('InternalServerError')
          return queue(one, warning)
        },
      },
      guestKeys: guestKeysFrom(async () => 'secret'),
      siteUrl: 'https://advice.example',
    }
    await expect(handle(deps, before(6))).rejects.toThrow('1 pass holders could not be warned')
    expect(await warnings()).toHaveLength(1)
  })

  test('stops before Lambda ends the run, and the next run continues with the earliest ends first', async () => {
    for (const hours of [1, 2, 3]) {
      const paidAt = new Date(paid.getTime() + hours * 3600_000)
      const stored = {
        holder: { keyHash: `hash-${hours}` },
        firstSessionId: `cs_${hours}`,
        email: address,
        pass: addPurchase(undefined, `cs_${hours}`, paidAt),
        version: 0,
      }
      await passRepository(world.table).write({ stored, now: paid })
    }
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const { queue } = warningRepository(world.table)
    const queuedIn = async (msForEach: number): Promise<readonly string[]> => {
      const sessions: string[] = []
      const slowly: typeof queue = async (stored, warning) => {
        sessions.push(stored.firstSessionId)
        elapsedMs += msForEach
        return queue(stored, warning)
      }
      await run(before(6), { queue: slowly }).catch((error: unknown) => sessions.push(String(error)))
      return sessions
    }
    expect(await queuedIn(130_000)).toEqual(['cs_1', 'cs_2', 'Error: No time was left to check 1 passes'])
    expect(await queuedIn(1000)).toEqual(['cs_1', 'cs_2', 'cs_3'])
    time.mockRestore()
    expect(await warnings()).toHaveLength(3)
  })

  test('warns 7 days and 1 day before the end, each once although it runs every hour', async () => {
    await store(guest)
    for (const days of [8, 7.01]) expect(await run(before(days))).toEqual({ warned: 0 })
    const warning = { template: 'pass-expiring', minutes: 30, expires_at: ends.toISOString(), guest: true }
    forceOverlap(world.table, 2)
    const runs = await Promise.all([run(before(6.9)), run(before(6.9))])
    expect(runs.map(({ warned }) => warned).toSorted()).toEqual([0, 1])
    await run(before(1.01))
    expect(await warnings()).toMatchObject([warning])
    for (const days of [1, 0.5, 0]) await run(before(days))
    expect(await warnings()).toMatchObject([warning, warning])
  })

  test.each([
    ['a guest', true],
    ['an account', false],
  ])('gives the warning to %s the mark of a guest: %s', async (_holder, isGuest) => {
    const { userId } = await world.account({ email: address })
    await store(isGuest ? guest : { userId })
    await run(before(1))
    expect((await emails()).map(({ for_guest: forGuest = false }) => forGuest)).toEqual([isGuest])
  })

  test('warns again before the later end of a pass that was restored', async () => {
    await store(guest)
    await run(before(6))
    const [listed] = await passRepository(world.table).listDue(before(-1))
    if (listed === undefined) throw new Error('The pass is stored')
    const pass = { ...listed.pass, restoredAt: ends.toISOString() }
    await passRepository(world.table).write({ stored: { ...listed, pass }, now: ends })
    const end = ends.getTime() + 30 * dayMs
    for (let i = 0; i < 2; i += 1) await run(new Date(end - 6 * dayMs))
    expect(await warnings()).toMatchObject([
      { expires_at: ends.toISOString() },
      { expires_at: new Date(end).toISOString() },
    ])
  })

  test("counts days by London's clocks: the week before the end contains the start of summer time", async () => {
    await store(guest)
    expect(await run(new Date('2027-03-24T10:59:59Z'))).toEqual({ warned: 0 })
    expect(await run(new Date('2027-03-24T11:00:00Z'))).toEqual({ warned: 1 })
    expect(await run(before(6))).toEqual({ warned: 0 })
  })

  test('sends nothing about a pass that has expired and is not closed yet', async () => {
    await store(guest)
    expect(await run(before(-0.01))).toEqual({ warned: 0 })
  })

  test('sends nothing about a pass that was started since it was listed', async () => {
    await store(guest)
    const passes = passRepository(world.table)
    const [listed] = await passes.listDue(before(-1))
    if (listed === undefined) throw new Error('The pass is stored')
    const started = { ...listed, pass: { ...listed.pass, startedAt: paid.toISOString() } }
    await passes.write({ stored: started, now: paid })
    const warning = { to: address, days: 1, content, now: paid }
    expect(await warningRepository(world.table).queue(listed, warning)).toBe(false)
    expect(await warnings()).toEqual([])
  })

  test.each([
    ['started', { startedAt: before(8).toISOString() }],
    ['given up', { endedAt: before(8).toISOString() }],
    ['refunded', { purchases: { cs_1: { paidAt: paid.toISOString(), reversed: true } } }],
  ])('sends nothing about a pass that is %s', async (_, change) => {
    await store(guest, change)
    expect(await run(before(1))).toEqual({ warned: 0 })
  })

  test('sends nothing without an address, or to an account that was deleted', async () => {
    await store(guest, {}, null)
    expect(await run(before(1))).toEqual({ warned: 0 })
    const { userId } = await world.account({ email: address })
    await store({ userId })
    await world.table.delete(keys.profile(userId))
    expect(await run(before(1))).toEqual({ warned: 0 })
  })
})
