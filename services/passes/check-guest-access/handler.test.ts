import { afterEach, describe, expect, test } from 'vitest'
import { checkGuestAccess } from '#shared/contract/passes.ts'
import { unusedPassDays } from '#shared/values/plans.ts'
import { call, callOk, callWrongly, newClient } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { apiError } from '#test/kit/api-error.ts'

afterEach(clock.restore)

const check = (guest_key: string, from?: string) =>
  callOk(checkGuestAccess, from === undefined ? { body: { guest_key } } : { body: { guest_key }, from })

/** The response for a waiting pass. */
const active = { active: true, use_by: expect.any(String) }

describe('check-guest-access', () => {
  test('accepts the key of a paid pass each time, and returns when it expires', async () => {
    const before = await clock.now()
    const { guestKey } = await given.guest()
    const first = await check(guestKey)
    expect(first).toEqual({ active: true, use_by: expect.any(String) as string })
    const days = (Date.parse(first.use_by ?? '') - before.getTime()) / (24 * 3600_000)
    expect(Math.round(days)).toBe(unusedPassDays)
    for (let i = 0; i < 30; i += 1) expect(await check(guestKey)).toEqual(first)
  })

  test('returns the same response for every other key', async () => {
    const { guestKey } = await given.guest()
    for (const key of [
      '',
      'x',
      'x'.repeat(5000),
      guestKey.slice(0, -1),
      `${guestKey}A`,
      'A'.repeat(43),
      "' OR '1'='1",
    ])
      expect(await check(key)).toEqual({ active: false })
  })

  test('returns when an unused pass expires, and afterwards when it expired', async () => {
    const { guestKey } = await given.guest()
    const { use_by } = await check(guestKey)
    await letMinutesPass(30 * 24 * 60 + 1)
    for (let i = 0; i < 2; i += 1)
      expect(await check(guestKey)).toEqual({ active: false, expired_at: use_by })
  })

  test('gives signed-in users the same response as anonymous requests', async () => {
    const { guestKey } = await given.guest()
    const as = await given.user()
    expect(await callOk(checkGuestAccess, { as, body: { guest_key: guestKey } })).toEqual(active)
  })

  test('limits wrong keys per IP address, and still accepts a valid key from it', async () => {
    const [{ guestKey }, from] = [await given.guest(), newClient()]
    for (let i = 0; i < 20; i += 1) expect(await check(`guess-${i}`, from)).toEqual({ active: false })
    expect(await call(checkGuestAccess, { body: { guest_key: 'guess' }, from })).toMatchObject(
      apiError('rate_limited'),
    )
    expect(await check(guestKey, from)).toEqual(active)
  })

  test.each([{}, { guest_key: 7 }, { guest_key: null }])('rejects the body %j', async (body) => {
    expect(await callWrongly(checkGuestAccess, { body })).toMatchObject(apiError('validation_failed'))
  })
})
