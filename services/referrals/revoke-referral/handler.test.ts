import { expect, test } from 'vitest'
import { getProfile } from '../../../shared/contract/identity.ts'
import { listReferrals, revokeReferral, validateReferral } from '../../../shared/contract/referrals.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { landing } from '../../../test/kit/link.ts'
import { aReferral, signUpWith, verify } from '../../../test/kit/referral.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

const unknown = { valid: false, expired: false }

test('deletes the link for good; the accounts that it brought stay', async () => {
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

test('sent twice, finds nothing the second time', async () => {
  const as = await given.admin()
  const { token } = await aReferral(as)
  await callOk(revokeReferral, { as, body: { token } })
  expect(await call(revokeReferral, { as, body: { token } })).toMatchObject(refusal('not_found'))
})

test.each([{}, { token: '' }, { token: 'x'.repeat(201) }])('refuses %j', async (body) => {
  expect(await callWrongly(revokeReferral, { as: await given.admin(), body })).toMatchObject({ status: 400 })
})

test('refuses members, and the link stays', async () => {
  const { token } = await aReferral(await given.admin())
  const as = await given.monthlyMember()
  expect(await call(revokeReferral, { as, body: { token } })).toMatchObject(refusal('forbidden'))
  expect(await callOk(validateReferral, { body: { token } })).toMatchObject({ valid: true })
})

test('turns away who is not signed in', async () => {
  expect(await call(revokeReferral, { body: { token: 'x' } })).toMatchObject(unauthorized)
})
