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
})
