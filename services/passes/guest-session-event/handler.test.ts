import { afterEach, describe, expect, test } from 'vitest'
import { checkGuestAccess, guestSessionEvent, type SessionEvent } from '#shared/contract/passes.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { apiError } from '#test/kit/api-error.ts'

afterEach(clock.restore)

const report = (guest_key: string, event: SessionEvent, more: { give_up?: boolean } = {}) =>
  call(guestSessionEvent, { body: { guest_key, event, ...more } })
const check = (guest_key: string) => callOk(checkGuestAccess, { body: { guest_key } })
const done = { status: 200, body: {} }

describe('guest-session-event', () => {
  test('the first started event starts thirty minutes, and later events do not move them', async () => {
    const { guestKey } = await given.guest()
    expect(await report(guestKey, 'started')).toMatchObject(done)
    const { ends_at } = await check(guestKey)
    await letMinutesPass(20)
    expect(await report(guestKey, 'started')).toMatchObject(done)
    expect(await check(guestKey)).toEqual({ active: true, ends_at, minutes: 30 })
    await letMinutesPass(10)
    expect(await check(guestKey)).toEqual({ active: false })
    expect(await report(guestKey, 'started')).toMatchObject(apiError('session_over'))
  })
})
