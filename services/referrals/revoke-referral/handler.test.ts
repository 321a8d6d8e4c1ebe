import { describe, expect, test } from 'vitest'
import { getProfile } from '#shared/contract/identity.ts'
import { listReferrals, revokeReferral, validateReferral } from '#shared/contract/referrals.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { landing } from '#test/kit/link.ts'
import { aReferral, signUpWith, verify } from '#test/kit/referral.ts'

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
})
