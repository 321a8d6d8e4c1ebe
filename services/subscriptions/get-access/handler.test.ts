import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { call, callOk } from '#test/kit/call.ts'
import { apiError } from '#test/kit/api-error.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'
import { operator } from '#test/kit/operator.ts'

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
  passDisputed: false,
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

  test('reports a user without access as an admin as soon as the role is granted, with the same token', async () => {
    const as = await given.user()
    await operator.admin('grant', as.email)
    expect(await callOk(getAccess, { as })).toEqual({ ...none, isAdmin: true })
  })

  test('reports no admin as soon as the role is revoked, even if the token still names it', async () => {
    const as = await given.admin()
    await operator.admin('revoke', as.email)
    expect(await callOk(getAccess, { as })).toEqual(none)
  })

  test('returns the access of everyone but admins while the user pool fails', async () => {
    const [member, holder, user] = [await given.monthlyMember(), await given.passHolder(), await given.user()]
    await withFaults([{ service: 'cognito', action: '*' }], async () => {
      expect(await callOk(getAccess, { as: user })).toEqual(none)
      expect(await callOk(getAccess, { as: member })).toMatchObject({ isSubscribed: true, isAdmin: false })
      expect(await callOk(getAccess, { as: holder })).toMatchObject({ hasOneTimeAccess: true })
    })
  })

  test('responds to a user without access before a slow user pool does', async () => {
    const as = await given.user()
    const slow = [{ service: 'cognito', action: '*', delayMs: 8000 }] as const
    const started = performance.now()
    expect(await withFaults(slow, () => callOk(getAccess, { as }))).toEqual(none)
    expect(performance.now() - started).toBeLessThan(7000)
  })

  test('returns an error to an admin while the user pool fails', async () => {
    const as = await given.admin()
    const reply = await withFaults([{ service: 'cognito', action: '*' }], () => call(getAccess, { as }))
    expect(reply).toMatchObject(apiError('internal'))
  })

  test('reports the waiting pass of a holder in the chat', async () => {
    const as = await given.passHolder()
    expect(await callOk(getAccess, { as, body: { in_chat: true } })).toMatchObject({
      hasOneTimeAccess: true,
      pass: { state: 'waiting', endsAt: null },
    })
  })

  test('reads the table once for a member, and nothing else', async () => {
    const as = await given.monthlyMember()
    const made = await callsDuring('get-access', () => callOk(getAccess, { as }))
    expect(made.map(({ action }) => action)).toEqual(['Query'])
  })
})
