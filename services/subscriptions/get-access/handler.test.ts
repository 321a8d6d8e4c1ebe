import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { oneTimeSessionEvent } from '#shared/contract/passes.ts'
import { passMinutes, unusedPassDays } from '#shared/values/plans.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { openTheChat } from '#test/kit/hours.ts'
import { callsDuring } from '#test/kit/observe.ts'
import { buyPass } from '#test/kit/pass.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

afterEach(clock.restore)

const none = {
  isSubscribed: false,
  hasOneTimeAccess: false,
  hasGuestAccess: false,
  isAdmin: false,
  cancelAtPeriodEnd: false,
  subscriptionEnd: null,
  subscriptionTier: null,
  paymentDue: false,
  balanceDueMinor: null,
  disputed: false,
  withoutRenewal: false,
  pass: null,
}

describe('get-access', () => {
  test('returns the plan of a member and its end', async () => {
    const as = await given.annualMember()
    const access = await callOk(getAccess, { as })
    expect(access).toMatchObject({ isSubscribed: true, subscriptionTier: 'annual', cancelAtPeriodEnd: false })
    const daysLeft = (Date.parse(String(access.subscriptionEnd)) - (await clock.now()).getTime()) / 86_400_000
    expect(Math.round(daysLeft)).toBeGreaterThanOrEqual(364)
  })

  test('returns no access for a new account each time', async () => {
    const as = await given.user()
    for (let i = 0; i < 2; i += 1) expect(await callOk(getAccess, { as })).toEqual(none)
  })

  test('identifies an admin', async () => {
    expect(await callOk(getAccess, { as: await given.admin() })).toMatchObject({ isAdmin: true })
  })

  test('reports a pass as waiting, then as running until a time, then not at all', async () => {
    await openTheChat()
    const as = await given.user()
    await buyPass(as)
    const paid = (await clock.now()).getTime()
    const waiting = await callOk(getAccess, { as, body: { in_chat: true } })
    expect(waiting).toMatchObject({ hasOneTimeAccess: true, pass: { state: 'waiting', endsAt: null } })
    expect(Math.round((Date.parse(String(waiting.pass?.useBy)) - paid) / 3600_000)).toBe(unusedPassDays * 24)

    await callOk(oneTimeSessionEvent, { as, body: { event: 'started' } })
    const started = (await clock.now()).getTime()
    const { pass } = await callOk(getAccess, { as })
    expect(pass).toMatchObject({ state: 'running', useBy: waiting.pass?.useBy })
    expect(Math.round((Date.parse(String(pass?.endsAt)) - started) / 60_000)).toBe(passMinutes)

    await callOk(oneTimeSessionEvent, { as, body: { event: 'ended', give_up: true } })
    expect(await callOk(getAccess, { as })).toEqual(none)
  })

  test('reads the table once', async () => {
    const as = await given.monthlyMember()
    const all = await callsDuring('get-access', () => callOk(getAccess, { as }))
    const made = all.filter(({ service }) => service === 'dynamodb')
    expect(made.map(({ action }) => action)).toEqual(['Query'])
  })

  test('reports the caller, whatever the body contains', async () => {
    const [as, member] = [await given.user(), await given.monthlyMember()]
    expect(await callOk(getAccess, { as, body: { user_id: member.userId } })).toEqual(none)
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(getAccess, { as: await given.user(), body: [] })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(getAccess)).toMatchObject(unauthorized)
  })
})
