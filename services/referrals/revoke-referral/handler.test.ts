import { describe, expect, test } from 'vitest'
import { getProfile } from '#shared/contract/identity.ts'
import { listReferrals, revokeReferral, validateReferral } from '#shared/contract/referrals.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { landing } from '#test/kit/link.ts'
import { aReferral, signUpWith, verify } from '#test/kit/referral.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

const unknown = { valid: false, expired: false }

describe('revoke-referral', () => {
  test('deletes the link permanently and keeps the accounts that used it', async () => {
    const as = await given.admin()
    const { token } = await aReferral(as)
    const { fragment } = landing(await verify(await signUpWith(token)))
    await callOk(revokeReferral, { as, body: { token } })
    expect(await callOk(validateReferral, { body: { token } })).toEqual(unknown)
    const { data } = await callOk(listReferrals, { as })
    expect(data.map((referral) => referral.token)).not.toContain(token)
    const profile = await callOk(getProfile, { as: { accessToken: String(fragment['access_token']) } })
    expect(profile.company_name).toBe('Harbour Lettings (sample)')
  })

  test('returns not found for a repeated request', async () => {
    const as = await given.admin()
    const { token } = await aReferral(as)
    await callOk(revokeReferral, { as, body: { token } })
    expect(await call(revokeReferral, { as, body: { token } })).toMatchObject(apiError('not_found'))
  })

  test.each([{}, { token: '' }, { token: 'x'.repeat(201) }])('rejects %j', async (body) => {
    expect(await callWrongly(revokeReferral, { as: await given.admin(), body })).toMatchObject({
      status: 400,
    })
  })

  test('rejects members and keeps the link', async () => {
    const { token } = await aReferral(await given.admin())
    const as = await given.monthlyMember()
    expect(await call(revokeReferral, { as, body: { token } })).toMatchObject(apiError('forbidden'))
    expect(await callOk(validateReferral, { body: { token } })).toMatchObject({ valid: true })
  })

  test('rejects callers who are not signed in', async () => {
    expect(await call(revokeReferral, { body: { token: 'x' } })).toMatchObject(unauthorized)
  })
})
