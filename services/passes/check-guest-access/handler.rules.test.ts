import { describe, expect, test } from 'vitest'
import { checkGuestAccess } from '#shared/contract/passes.ts'
import { reversalReasons } from '#shared/values/reversal-reasons.ts'
import { addPurchase, reversePurchase } from '#shared/rules/pass.ts'
import { unusedPassDays } from '#shared/values/plans.ts'
import { hashOf } from '#platform/crypto.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { passRepository } from '../pass.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const guestKey = 'Kx'.repeat(21).slice(0, 42) + 'A'
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** Stores a paid guest pass that nobody has used yet. */
const givenPass = async () => {
  const { table } = inMemory({ now })
  const passes = passRepository(table)
  const firstSessionId = 'cs_test_guest'
  const pass = addPurchase(undefined, firstSessionId, now)
  const holder = { keyHash: hashOf(guestKey) }
  const created = { holder, firstSessionId, email: null, pass, version: 0 }
  await passes.write({ stored: created, now })
  const check = (key: string, at = now, from = '198.18.0.1', fields = {}) =>
    callInMemory(
      checkGuestAccess,
      handle,
      { body: { guest_key: key, ...fields }, now: at, from },
      { table, passes },
    )
  const lastSeenAt = async () => (await passes.findByKeyHash(holder.keyHash))?.pass.lastSeenAt
  return { check, lastSeenAt, passes, stored: { ...created, version: 1 } }
}

const accepted = { status: 200, body: { active: true } }
const rejected = { status: 200, body: { active: false } }

describe('check-guest-access', () => {
  test('returns when an unused pass expires, each time', async () => {
    const { check } = await givenPass()
    const use_by = minutesLater(unusedPassDays * 24 * 60).toISOString()
    for (let i = 0; i < 30; i += 1)
      expect(await check(guestKey)).toEqual({ status: 200, body: { active: true, use_by, minutes: 30 } })
  })

  test('returns the minutes of all purchases, before and after the start', async () => {
    const { check, passes, stored } = await givenPass()
    const pass = addPurchase(stored.pass, 'cs_test_more', now)
    await passes.write({ stored: { ...stored, pass }, now })
    expect((await check(guestKey)).body).toMatchObject({ minutes: 60 })
    const running = { ...pass, startedAt: now.toISOString() }
    await passes.write({ stored: { ...stored, pass: running, version: 2 }, now })
    const ends_at = minutesLater(60).toISOString()
    expect((await check(guestKey)).body).toEqual({ active: true, ends_at, minutes: 60 })
  })

  test('returns the minutes whose payment is disputed', async () => {
    const { check, passes, stored } = await givenPass()
    const pass = reversePurchase(
      addPurchase(stored.pass, 'cs_test_more', now),
      'cs_test_more',
      now,
      'disputed',
    )
    await passes.write({ stored: { ...stored, pass }, now })
    expect((await check(guestKey)).body).toMatchObject({ active: true, minutes: 30, disputed_minutes: 30 })
  })

  test('counts only a call from the chat as presence', async () => {
    const { check, lastSeenAt } = await givenPass()
    expect(await check(guestKey)).toMatchObject(accepted)
    expect(await lastSeenAt()).toBeUndefined()
    for (let i = 0; i < 2; i += 1)
      expect(await check(guestKey, now, undefined, { in_chat: true })).toMatchObject(accepted)
    expect(await lastSeenAt()).toBe(now.toISOString())
  })

  test('returns the same response for every other key', async () => {
    const { check } = await givenPass()
    const others = ['', 'x', 'x'.repeat(5000), guestKey.slice(0, -1), `${guestKey}A`, 'A'.repeat(43)]
    for (const key of [...others, "' OR '1'='1"]) expect(await check(key)).toEqual(rejected)
  })

  test('returns when an unused pass expired', async () => {
    const { check } = await givenPass()
    const expired_at = minutesLater(unusedPassDays * 24 * 60).toISOString()
    for (const minutes of [0, 1])
      expect(await check(guestKey, minutesLater(unusedPassDays * 24 * 60 + minutes))).toEqual({
        status: 200,
        body: { active: false, expired_at },
      })
  })

  test('returns the expiry of an unused pass that was closed', async () => {
    const { check, passes, stored } = await givenPass()
    const end = minutesLater(unusedPassDays * 24 * 60)
    const closed = { ...stored, pass: { ...stored.pass, endedAt: end.toISOString() } }
    await passes.write({ stored: closed, now: end })
    expect((await check(guestKey, end)).body).toEqual({ active: false, expired_at: end.toISOString() })
  })

  test('returns no expiry of a pass that was given up before', async () => {
    const { check, passes, stored } = await givenPass()
    await passes.write({ stored: { ...stored, pass: { ...stored.pass, endedAt: now.toISOString() } }, now })
    for (const minutes of [1, unusedPassDays * 24 * 60 + 1])
      expect(await check(guestKey, minutesLater(minutes))).toEqual(rejected)
  })

  test.each(reversalReasons)(
    'returns why a pass gives no access, even after its last day, and no expiry: %s',
    async (reversal) => {
      const { check, passes, stored } = await givenPass()
      const pass = reversePurchase(stored.pass, 'cs_test_guest', now, reversal)
      await passes.write({ stored: { ...stored, pass }, now })
      for (const at of [now, minutesLater(unusedPassDays * 24 * 60 + 1)])
        expect(await check(guestKey, at)).toEqual({ status: 200, body: { active: false, reversal } })
    },
  )

  test.each([
    ['was used up', { startedAt: now.toISOString() }, 31],
    ['expired', {}, unusedPassDays * 24 * 60 + 1],
  ])(
    'returns nothing about a pass that %s before its payment was disputed',
    async (_state, fields, minutes) => {
      const { check, passes, stored } = await givenPass()
      const at = minutesLater(minutes)
      const pass = reversePurchase({ ...stored.pass, ...fields }, 'cs_test_guest', at, 'disputed')
      await passes.write({ stored: { ...stored, pass }, now: at })
      expect(await check(guestKey, at)).toEqual(rejected)
    },
  )

  test('limits wrong keys per IP address, and still accepts a valid key from it', async () => {
    const { check } = await givenPass()
    for (let i = 0; i < 20; i += 1) expect(await check(`guess-${i}`)).toEqual(rejected)
    expect(await check('guess')).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
    expect(await check('guess', now, '198.18.0.2')).toEqual(rejected)
    expect(await check(guestKey)).toMatchObject(accepted)
  })
})
