import { describe, expect, test } from 'vitest'
import { listReferrals, rotateReferral, validateReferral } from '#shared/contract/referrals.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { aReferral, signUpWith, verify } from '#test/kit/referral.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
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

  test('accepts one of five concurrent requests and returns not found to the others', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call(rotateReferral, { as, body: { token } })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    const [link, ...others] = await linksOf(as, referrer_name)
    expect(others).toEqual([])
    expect(await isValid(link?.token ?? '')).toBe(true)
  })

  test('returns not found for a repeated request', async () => {
    const as = await given.admin()
    const { token } = await aReferral(as)
    await callOk(rotateReferral, { as, body: { token } })
    expect(await call(rotateReferral, { as, body: { token } })).toMatchObject(apiError('not_found'))
  })

  test.each([{}, { token: '' }, { token: 7 }])('rejects %j', async (body) => {
    expect(await callWrongly(rotateReferral, { as: await given.admin(), body })).toMatchObject({
      status: 400,
    })
  })

  test('rejects members and changes nothing', async () => {
    const { token } = await aReferral(await given.admin())
    const as = await given.monthlyMember()
    expect(await call(rotateReferral, { as, body: { token } })).toMatchObject(apiError('forbidden'))
    expect(await isValid(token)).toBe(true)
  })

  test('rejects callers who are not signed in', async () => {
    expect(await call(rotateReferral, { body: { token: 'x' } })).toMatchObject(unauthorized)
  })
})
