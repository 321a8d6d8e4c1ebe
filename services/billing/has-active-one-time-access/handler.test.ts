import { expect, test } from 'vitest'
import { hasActiveOneTimeAccess } from '../../../shared/contract/passes.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { calls } from '../../../test/kit/observe.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test('says yes, however often, from one look at the table', async () => {
  const as = await given.passHolder()
  const before = (await calls('has-active-one-time-access')).length
  for (let i = 0; i < 2; i += 1) expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(true)
  const made = (await calls('has-active-one-time-access')).slice(before)
  expect(made.map(({ service, action }) => `${service}:${action}`)).toEqual([
    'dynamodb:Query',
    'dynamodb:Query',
  ])
})

test('says no to who has bought something else, or nothing', async () => {
  for (const as of [await given.monthlyMember(), await given.user()])
    expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(false)
})

test('speaks of the caller alone, whatever the body says', async () => {
  const [as, other] = [await given.user(), await given.passHolder()]
  expect(
    await callOk(hasActiveOneTimeAccess, { as, body: { user_id: other.userId, email: other.email } }),
  ).toBe(false)
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(hasActiveOneTimeAccess, { as: await given.user(), body: 'me' })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(hasActiveOneTimeAccess)).toMatchObject(unauthorized)
})
