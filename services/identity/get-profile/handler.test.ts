import { describe, expect, test } from 'vitest'
import { getProfile } from '#shared/contract/identity.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('get-profile', () => {
  test("returns the caller's own profile on every call", async () => {
    const as = await given.user()
    const profile = await callOk(getProfile, { as })
    expect(profile).toMatchObject({ user_id: as.userId, email: as.email })
    expect(await callOk(getProfile, { as })).toEqual(profile)
  })

  test('ignores user ids and addresses in the body', async () => {
    const [as, other] = [await given.user(), await given.user()]
    const profile = await callOk(getProfile, { as, body: { user_id: other.userId, email: other.email } })
    expect(profile.user_id).toBe(as.userId)
  })

  test('leaves out internal fields', async () => {
    const { body } = await call(getProfile, { as: await given.monthlyMember() })
    for (const field of [
      'pk',
      'sk',
      'entity',
      'stripe_customer_id',
      'tokens_valid_after',
      'email_verified_at',
    ])
      expect(body).not.toHaveProperty(field)
  })

  test('rejects ID tokens and refresh tokens', async () => {
    const { idToken, refreshToken } = await given.user()
    expect([401, 403]).toContain((await call(getProfile, { as: { accessToken: idToken } })).status)
    expect((await call(getProfile, { as: { accessToken: refreshToken } })).status).toBe(401)
  })
})
