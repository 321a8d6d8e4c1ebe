import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'

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

  test('reports the waiting pass of a holder in the chat', async () => {
    const as = await given.passHolder()
    expect(await callOk(getAccess, { as, body: { in_chat: true } })).toMatchObject({
      hasOneTimeAccess: true,
      pass: { state: 'waiting', endsAt: null },
    })
  })

  test('reads the table once', async () => {
    const as = await given.monthlyMember()
    const all = await callsDuring('get-access', () => callOk(getAccess, { as }))
    const made = all.filter(({ service }) => service === 'dynamodb')
    expect(made.map(({ action }) => action)).toEqual(['Query'])
  })
})
