import { expect, test } from 'vitest'
import { listReferrals, rotateReferral, validateReferral } from '../../../shared/contract/referrals.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { aReferral, signUpWith, verify } from '../../../test/kit/referral.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { site } from '../../../test/kit/site.ts'

const isValid = async (token: string) => (await callOk(validateReferral, { body: { token } })).valid
const linksOf = async (as: { accessToken: string }, name: string) =>
  (await callOk(listReferrals, { as })).data.filter(({ referrer_name }) => referrer_name === name)

test('gives the link another token: the old one stops, the new one works, count and age stay', async () => {
  const as = await given.admin()
  const { token, referrer_name } = await aReferral(as)
  await verify(await signUpWith(token))
  const [before] = await linksOf(as, referrer_name)
  const next = await callOk(rotateReferral, { as, body: { token } })
  expect(next.url).toBe(`${site()}/signup?ref=${next.token}`)
  expect([await isValid(token), await isValid(next.token)]).toEqual([false, true])
  expect(await linksOf(as, referrer_name)).toEqual([{ ...before, token: next.token, used_count: 1 }])
})

test('lets one of many at once win, and the others find nothing', async () => {
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

test('sent twice, finds nothing the second time', async () => {
  const as = await given.admin()
  const { token } = await aReferral(as)
  await callOk(rotateReferral, { as, body: { token } })
  expect(await call(rotateReferral, { as, body: { token } })).toMatchObject(refusal('not_found'))
})

test.each([{}, { token: '' }, { token: 7 }])('refuses %j', async (body) => {
  expect(await callWrongly(rotateReferral, { as: await given.admin(), body })).toMatchObject({ status: 400 })
})

test('refuses members, and the link stays as it is', async () => {
  const { token } = await aReferral(await given.admin())
  const as = await given.monthlyMember()
  expect(await call(rotateReferral, { as, body: { token } })).toMatchObject(refusal('forbidden'))
  expect(await isValid(token)).toBe(true)
})

test('turns away who is not signed in', async () => {
  expect(await call(rotateReferral, { body: { token: 'x' } })).toMatchObject(unauthorized)
})
