import { describe, expect, test } from 'vitest'
import { listReferrals, rotateReferral, validateReferral } from '#shared/contract/referrals.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { aReferral, signUpWith, verify } from '#test/kit/referral.ts'
import { site } from '#test/kit/site.ts'

const isValid = async (token: string) => (await callOk(validateReferral, { body: { token } })).valid
const linksOf = async (as: { accessToken: string }, name: string) =>
  (await callOk(listReferrals, { as })).data.filter(({ referrer_name }) => referrer_name === name)

describe('rotate-referral', () => {
  test('replaces the token and keeps the count and creation time', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    await verify(await signUpWith(token))
    const [before] = await linksOf(as, referrer_name)
    const next = await callOk(rotateReferral, { as, body: { token } })
    expect(next.url).toBe(`${site()}${paths.signUp}?ref=${next.token}`)
    expect([await isValid(token), await isValid(next.token)]).toEqual([false, true])
    expect(await linksOf(as, referrer_name)).toEqual([{ ...before, token: next.token, used_count: 1 }])
  })
})
