import { afterEach, describe, expect, test } from 'vitest'
import { hasActiveOneTimeAccess, oneTimeSessionEvent, type SessionEvent } from '#shared/contract/passes.ts'
import { call, callOk, callWrongly, type Signed } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { letMinutesPass, openTheChat } from '#test/kit/hours.ts'
import { buyPass } from '#test/kit/pass.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

afterEach(clock.restore)

const report = (as: Signed, event: SessionEvent) => call(oneTimeSessionEvent, { as, body: { event } })
const isActive = (as: Signed) => callOk(hasActiveOneTimeAccess, { as })
const done = { status: 200, body: {} }

describe('one-time-session-event', () => {
  test('the first started event starts the time, and a second one does not move it', async () => {
    const as = await given.passHolder()
    expect(await report(as, 'started')).toMatchObject(done)
    await letMinutesPass(10)
    expect(await report(as, 'started')).toMatchObject(done)
    expect(await isActive(as)).toBe(true)
  })

  test('a purchase during a running pass adds thirty minutes', async () => {
    await openTheChat()
    const as = await given.passHolder()
    await report(as, 'started')
    await letMinutesPass(1)
    await buyPass(as)
    await letMinutesPass(10)
    expect(await report(as, 'started')).toMatchObject(done)
    expect(await isActive(as)).toBe(true)
  })

  test('an ended event keeps the remaining minutes', async () => {
    const as = await given.passHolder()
    await report(as, 'started')
    expect(await report(as, 'ended')).toMatchObject(done)
    expect(await isActive(as)).toBe(true)
  })

  test('giving up ends the pass and emails the holder', async () => {
    const as = await given.passHolder()
    await report(as, 'started')
    expect(await call(oneTimeSessionEvent, { as, body: { event: 'ended', give_up: true } })).toMatchObject(
      done,
    )
    expect(await isActive(as)).toBe(false)
    expect(await report(as, 'started')).toMatchObject(apiError('session_over'))
    await inbox.waitFor(as.email, /has ended/)
  })

  test("does not affect other users' passes", async () => {
    const [as, other] = [await given.passHolder(), await given.passHolder()]
    await report(as, 'started')
    await call(oneTimeSessionEvent, { as, body: { event: 'ended', give_up: true } })
    expect(await isActive(other)).toBe(true)
  })

  test('returns not_found for an account without a pass', async () => {
    expect(await report(await given.user(), 'started')).toMatchObject(apiError('not_found'))
  })

  test.each([{}, { event: 'paused' }, { event: ['started'] }, { event: 'ended', give_up: 1 }])(
    'rejects the body %j',
    async (body) => {
      expect(await callWrongly(oneTimeSessionEvent, { as: await given.user(), body })).toMatchObject(
        apiError('validation_failed'),
      )
    },
  )

  test('rejects anonymous requests', async () => {
    expect(await call(oneTimeSessionEvent, { body: { event: 'started' } })).toMatchObject(unauthorized)
  })
})
