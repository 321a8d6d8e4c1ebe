import { afterEach, expect, test } from 'vitest'
import { getAccess } from '../../../shared/contract/billing.ts'
import { oneTimeSessionEvent } from '../../../shared/contract/passes.ts'
import { passMinutes, unusedPassDays } from '../../../shared/values/plans.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { openTheChat } from '../../../test/kit/hours.ts'
import { calls } from '../../../test/kit/observe.ts'
import { buyPass } from '../../../test/kit/pass.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

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
  pass: null,
}

test('tells a member what they have and until when', async () => {
  const as = await given.annualMember()
  const access = await callOk(getAccess, { as })
  expect(access).toMatchObject({ isSubscribed: true, subscriptionTier: 'annual', cancelAtPeriodEnd: false })
  const daysLeft = (Date.parse(String(access.subscriptionEnd)) - (await clock.now()).getTime()) / 86_400_000
  expect(Math.round(daysLeft)).toBeGreaterThanOrEqual(364)
})

test('tells somebody new that they have nothing, the same each time', async () => {
  const as = await given.user()
  for (let i = 0; i < 2; i += 1) expect(await callOk(getAccess, { as })).toEqual(none)
})

test('tells an admin so', async () => {
  expect(await callOk(getAccess, { as: await given.admin() })).toMatchObject({ isAdmin: true })
})

test('tells who holds a pass that it waits, then until when it runs, then that it is over', async () => {
  await openTheChat()
  const as = await given.user()
  await buyPass(as)
  const paid = (await clock.now()).getTime()
  const waiting = await callOk(getAccess, { as })
  expect(waiting).toMatchObject({ hasOneTimeAccess: true, pass: { state: 'waiting', endsAt: null } })
  expect(Math.round((Date.parse(String(waiting.pass?.useBy)) - paid) / 3600_000)).toBe(unusedPassDays * 24)

  await callOk(oneTimeSessionEvent, { as, body: { event: 'started' } })
  const started = (await clock.now()).getTime()
  const { pass } = await callOk(getAccess, { as })
  expect(pass).toMatchObject({ state: 'running', useBy: waiting.pass?.useBy })
  expect(Math.round((Date.parse(String(pass?.endsAt)) - started) / 60_000)).toBe(passMinutes)

  await callOk(oneTimeSessionEvent, { as, body: { event: 'ended' } })
  expect(await callOk(getAccess, { as })).toEqual(none)
})

test('reads the table once', async () => {
  const as = await given.monthlyMember()
  const before = (await calls('get-access')).length
  await callOk(getAccess, { as })
  const made = (await calls('get-access')).slice(before).filter(({ service }) => service === 'dynamodb')
  expect(made.map(({ action }) => action)).toEqual(['Query'])
})

test('speaks of the caller alone, whatever the body says', async () => {
  const [as, member] = [await given.user(), await given.monthlyMember()]
  expect(await callOk(getAccess, { as, body: { user_id: member.userId } })).toEqual(none)
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(getAccess, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(getAccess)).toMatchObject(unauthorized)
})
