import { describe, expect, test } from 'vitest'
import { checkGuestAccess } from '#shared/contract/passes.ts'
import { unusedPassDays } from '#shared/values/plans.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'

const check = (guest_key: string) => callOk(checkGuestAccess, { body: { guest_key } })

/** The response for a waiting pass. */
const active = { active: true, use_by: expect.any(String), minutes: 30 }

describe('check-guest-access', () => {
  test('accepts the key of a paid pass each time, and returns when it expires', async () => {
    const before = await clock.now()
    const { guestKey } = await given.guest()
    const first = await check(guestKey)
    expect(first).toEqual({ active: true, use_by: expect.any(String) as string, minutes: 30 })
    const days = (Date.parse(first.use_by ?? '') - before.getTime()) / (24 * 3600_000)
    expect(Math.round(days)).toBe(unusedPassDays)
    expect(await check(guestKey)).toEqual(first)
    expect(await check('x'.repeat(43))).toEqual({ active: false })
  })

  test('gives signed-in users the same response as anonymous requests', async () => {
    const { guestKey } = await given.guest()
    const as = await given.user()
    expect(await callOk(checkGuestAccess, { as, body: { guest_key: guestKey } })).toEqual(active)
  })
})
