import { afterEach, describe, expect, test } from 'vitest'
import { hasActiveOneTimeAccess, oneTimeSessionEvent, type SessionEvent } from '#shared/contract/passes.ts'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { call, callOk, type SignedInUser } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { apiError } from '#test/kit/api-error.ts'

afterEach(clock.restore)

const report = (as: SignedInUser, event: SessionEvent) => call(oneTimeSessionEvent, { as, body: { event } })
const isActive = (as: SignedInUser) => callOk(hasActiveOneTimeAccess, { as })
const done = { status: 200, body: {} }

describe('one-time-session-event', () => {
  test('the first started event starts the time, and a second one does not move it', async () => {
    const as = await given.passHolder()
    const pass = async () => (await callOk(getAccess, { as })).pass
    expect(await report(as, 'started')).toMatchObject(done)
    const first = await pass()
    expect(first).toMatchObject({ state: 'running', endsAt: expect.any(String) as string })
    await letMinutesPass(10)
    expect(await report(as, 'started')).toMatchObject(done)
    expect(await pass()).toEqual(first)
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
})
