import { afterEach, describe, expect, test } from 'vitest'
import { checkGuestAccess, guestSessionEvent, type SessionEvent } from '#shared/contract/passes.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
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
    expect(await check(guestKey)).toEqual({ active: true, ends_at })
    await letMinutesPass(10)
    expect(await check(guestKey)).toEqual({ active: false })
    expect(await report(guestKey, 'started')).toMatchObject(apiError('session_over'))
  })

  test('an ended event keeps the remaining minutes, sent once or twice', async () => {
    const { guestKey } = await given.guest()
    await report(guestKey, 'started')
    const running = await check(guestKey)
    for (let i = 0; i < 2; i += 1) expect(await report(guestKey, 'ended')).toMatchObject(done)
    expect(await check(guestKey)).toEqual(running)
    expect(await report(guestKey, 'started', { give_up: true })).toMatchObject(done)
    expect(await check(guestKey)).toEqual(running)
  })

  test('giving up ends the pass for good', async () => {
    const { guestKey } = await given.guest()
    await report(guestKey, 'started')
    expect(await report(guestKey, 'ended', { give_up: true })).toMatchObject(done)
    expect(await check(guestKey)).toEqual({ active: false })
    for (const event of ['started', 'ended'] as const)
      expect(await report(guestKey, event)).toMatchObject(apiError('session_over'))
  })

  test('an ended event before the first reply uses no time', async () => {
    const { guestKey } = await given.guest()
    expect(await report(guestKey, 'ended')).toMatchObject(done)
    expect(await check(guestKey)).toEqual({ active: true, use_by: expect.any(String) })
  })

  test('a pass without a reply expires after thirty days', async () => {
    const { guestKey } = await given.guest()
    await letMinutesPass(30 * 24 * 60 - 5)
    const { use_by } = await check(guestKey)
    await letMinutesPass(6)
    expect(await check(guestKey)).toEqual({ active: false, expired_at: use_by })
    expect(await report(guestKey, 'started')).toMatchObject(apiError('session_over'))
  })

  test('returns not_found for a key that was never paid for', async () => {
    expect(await report('A'.repeat(43), 'started')).toMatchObject(apiError('not_found'))
  })

  test.each([
    {},
    { event: 'started' },
    { guest_key: 'x' },
    { guest_key: 'x', event: 'restarted' },
    { guest_key: 'x', event: 'ended', give_up: 'yes' },
  ])('rejects the body %j', async (body) => {
    expect(await callWrongly(guestSessionEvent, { body })).toMatchObject(apiError('validation_failed'))
  })
})
