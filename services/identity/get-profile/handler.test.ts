import { expect, test } from 'vitest'
import { getProfile } from '../../../shared/contract/identity.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test('gives the caller their own profile, the same each time', async () => {
  const as = await given.user()
  const profile = await callOk(getProfile, { as })
  expect(profile).toMatchObject({ user_id: as.userId, email: as.email })
  expect(await callOk(getProfile, { as })).toEqual(profile)
})

test("never gives somebody else's, whatever the body says", async () => {
  const [as, other] = [await given.user(), await given.user()]
  const profile = await callOk(getProfile, { as, body: { user_id: other.userId, email: other.email } })
  expect(profile.user_id).toBe(as.userId)
})

test('keeps to itself what is ours alone', async () => {
  const { body } = await call(getProfile, { as: await given.monthlyMember() })
  for (const field of ['pk', 'sk', 'entity', 'stripe_customer_id', 'tokens_valid_after', 'email_verified_at'])
    expect(body).not.toHaveProperty(field)
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(getProfile, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(getProfile)).toMatchObject(unauthorized)
})

test('refuses an ID token and a refresh token', async () => {
  const { idToken, refreshToken } = await given.user()
  expect([401, 403]).toContain((await call(getProfile, { as: { accessToken: idToken } })).status)
  expect((await call(getProfile, { as: { accessToken: refreshToken } })).status).toBe(401)
})
