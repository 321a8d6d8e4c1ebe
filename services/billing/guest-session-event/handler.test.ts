import { afterEach, expect, test } from 'vitest'
import { checkGuestAccess, guestSessionEvent, type SessionEvent } from '../../../shared/contract/passes.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { letMinutesPass } from '../../../test/kit/hours.ts'
import { refusal } from '../../../test/kit/refusal.ts'

afterEach(clock.restore)

const report = (guest_key: string, event: SessionEvent) =>
  call(guestSessionEvent, { body: { guest_key, event } })
const check = (guest_key: string) => callOk(checkGuestAccess, { body: { guest_key } })
const done = { status: 200, body: {} }

test('the first answer starts thirty minutes, and no later report moves them', async () => {
  const { guestKey } = await given.guest()
  expect(await report(guestKey, 'started')).toMatchObject(done)
  const { ends_at } = await check(guestKey)
  await letMinutesPass(20)
  expect(await report(guestKey, 'started')).toMatchObject(done)
  expect(await check(guestKey)).toEqual({ active: true, ends_at })
  await letMinutesPass(10)
  expect(await check(guestKey)).toEqual({ active: false })
  expect(await report(guestKey, 'started')).toMatchObject(refusal('session_over'))
})

test('twenty reports at once start one time', async () => {
  const { guestKey } = await given.guest()
  const replies = await Promise.all(Array.from({ length: 20 }, () => report(guestKey, 'started')))
  for (const reply of replies) expect(reply).toMatchObject(done)
})

test('an ended chat is over for good', async () => {
  const { guestKey } = await given.guest()
  await report(guestKey, 'started')
  expect(await report(guestKey, 'ended')).toMatchObject(done)
  expect(await check(guestKey)).toEqual({ active: false })
  for (const event of ['started', 'ended'] as const)
    expect(await report(guestKey, event)).toMatchObject(refusal('session_over'))
})

test('a chat that ends before anybody answered costs nothing', async () => {
  const { guestKey } = await given.guest()
  expect(await report(guestKey, 'ended')).toMatchObject(done)
  expect(await check(guestKey)).toEqual({ active: true })
})

test('a pass that nobody answers lapses after thirty days', async () => {
  const { guestKey } = await given.guest()
  await letMinutesPass(30 * 24 * 60 - 5)
  expect(await check(guestKey)).toEqual({ active: true })
  await letMinutesPass(6)
  expect(await report(guestKey, 'started')).toMatchObject(refusal('session_over'))
})

test('knows no key that was never paid for', async () => {
  expect(await report('A'.repeat(43), 'started')).toMatchObject(refusal('not_found'))
})

test.each([{}, { event: 'started' }, { guest_key: 'x' }, { guest_key: 'x', event: 'restarted' }])(
  'refuses %j',
  async (body) => {
    expect(await callWrongly(guestSessionEvent, { body })).toMatchObject(refusal('validation_failed'))
  },
)
