import { describe, expect, test } from 'vitest'
import { validateReferral } from '#shared/contract/referrals.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { aReferral } from '#test/kit/referral.ts'

describe('validate-referral', () => {
  test('returns invalid for an unknown token on every call', async () => {
    for (let i = 0; i < 2; i += 1)
      expect(await call(validateReferral, { body: { token: 'unknown' } })).toMatchObject({
        status: 200,
        body: { valid: false, expired: false },
      })
  })

  test('returns valid for the token of a referral link', async () => {
    const { token } = await aReferral(await given.admin())
    expect(await callOk(validateReferral, { body: { token } })).toEqual({ valid: true, expired: false })
  })

  test('returns the same to signed-in callers', async () => {
    const as = await given.user()
    expect(await callOk(validateReferral, { as, body: { token: 'unknown' } })).toEqual({
      valid: false,
      expired: false,
    })
  })
})
