import { expect, test } from 'vitest'
import { getProfile, signOut } from '../../../shared/contract/identity.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test('ends the session at once: the old access token opens nothing', async () => {
  const as = await given.user()
  await callOk(getProfile, { as })
  await callOk(signOut, { as })
  expect(await call(getProfile, { as })).toMatchObject(refusal('unauthorized'))
})

test('sent twice, finds nobody signed in the second time', async () => {
  const as = await given.user()
  await callOk(signOut, { as })
  expect(await call(signOut, { as })).toMatchObject(refusal('unauthorized'))
})

test("leaves other people's sessions alone", async () => {
  const [one, other] = [await given.user(), await given.user()]
  await callOk(signOut, { as: one, body: { userId: other.userId } })
  await callOk(getProfile, { as: other })
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(signOut, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(signOut)).toMatchObject(unauthorized)
})
