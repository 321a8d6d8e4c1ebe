import { afterEach, expect, test } from 'vitest'
import {
  hasActiveOneTimeAccess,
  oneTimeSessionEvent,
  type SessionEvent,
} from '../../../shared/contract/passes.ts'
import { call, callOk, callWrongly, type Signed } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { letMinutesPass, openTheChat } from '../../../test/kit/hours.ts'
import { buyPass } from '../../../test/kit/pass.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

afterEach(clock.restore)

const report = (as: Signed, event: SessionEvent) => call(oneTimeSessionEvent, { as, body: { event } })
const isActive = (as: Signed) => callOk(hasActiveOneTimeAccess, { as })
const done = { status: 200, body: {} }

test('the first answer starts the time, and a second report leaves it alone', async () => {
  const as = await given.passHolder()
  expect(await report(as, 'started')).toMatchObject(done)
  await letMinutesPass(10)
  expect(await report(as, 'started')).toMatchObject(done)
  expect(await isActive(as)).toBe(true)
})

test('buying again while it lasts adds thirty minutes, started or not', async () => {
  await openTheChat()
  const as = await given.passHolder()
  await report(as, 'started')
  await letMinutesPass(1)
  await buyPass(as)
  await letMinutesPass(10)
  expect(await report(as, 'started')).toMatchObject(done)
  expect(await isActive(as)).toBe(true)
})

test('the end of the chat ends the pass, and a mail says so', async () => {
  const as = await given.passHolder()
  await report(as, 'started')
  expect(await report(as, 'ended')).toMatchObject(done)
  expect(await isActive(as)).toBe(false)
  expect(await report(as, 'started')).toMatchObject(refusal('session_over'))
  await inbox.waitFor(as.email, /over/)
})

test('moves nothing of anybody else', async () => {
  const [as, other] = [await given.passHolder(), await given.passHolder()]
  await report(as, 'started')
  await report(as, 'ended')
  expect(await isActive(other)).toBe(true)
})

test('knows nobody without a pass', async () => {
  expect(await report(await given.user(), 'started')).toMatchObject(refusal('not_found'))
})

test.each([{}, { event: 'paused' }, { event: ['started'] }])('refuses %j', async (body) => {
  expect(await callWrongly(oneTimeSessionEvent, { as: await given.user(), body })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(oneTimeSessionEvent, { body: { event: 'started' } })).toMatchObject(unauthorized)
})
