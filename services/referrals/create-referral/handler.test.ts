import { describe, expect, test } from 'vitest'
import { createReferral, listReferrals, validateReferral } from '#shared/contract/referrals.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { site } from '#test/kit/site.ts'
import { stored } from '#test/kit/stored.ts'

describe('create-referral', () => {
  test('creates a valid link to the sign-up page', async () => {
    const { url, token } = await callOk(createReferral, {
      as: await given.admin(),
      body: { referrer_name: '  Siân of Harbour Lettings ' },
    })
    expect(url).toBe(`${site()}${paths.signUp}?ref=${token}`)
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(await callOk(validateReferral, { body: { token } })).toEqual({ valid: true, expired: false })
  })

  test('creates two links for two requests with the same name', async () => {
    const as = await given.admin()
    const body = { referrer_name: `Twice ${crypto.randomUUID()}` }
    const tokens = [await callOk(createReferral, { as, body }), await callOk(createReferral, { as, body })]
    const { data } = await callOk(listReferrals, { as })
    expect(data.filter(({ referrer_name }) => referrer_name === body.referrer_name)).toHaveLength(2)
    expect(tokens[0]?.token).not.toBe(tokens[1]?.token)
  })

  test('stores formulas and markup in a name unchanged', async () => {
    const as = await given.admin()
    const referrer_name = `=HYPERLINK("https://x.example") <b>${crypto.randomUUID()}</b>`
    await callOk(createReferral, { as, body: { referrer_name } })
    const { data } = await callOk(listReferrals, { as })
    expect(data.map((referral) => referral.referrer_name)).toContain(referrer_name)
  })

  test.each([
    [{ referrer_name: '' }, 'Referrer name is required'],
    [{ referrer_name: '   ' }, 'Referrer name is required'],
    [{ referrer_name: 'x'.repeat(101) }, 'Please use at most 100 characters'],
    [{ referrer_name: 'a\tb' }, 'Please remove control characters'],
  ])('rejects %j with a message', async (body, message) => {
    const as = await given.admin()
    expect(await call(createReferral, { as, body })).toMatchObject(apiError('validation_failed', message))
  })

  test.each([{}, { referrer_name: 7 }, { referrer_name: ['x'] }])('rejects %j', async (body) => {
    expect(await callWrongly(createReferral, { as: await given.admin(), body })).toMatchObject({
      status: 400,
    })
  })

  test('rejects members and creates nothing', async () => {
    const as = await given.monthlyMember()
    const referrer_name = `Nobody ${crypto.randomUUID()}`
    expect(await call(createReferral, { as, body: { referrer_name } })).toMatchObject(apiError('forbidden'))
    expect((await stored('referrals')).map((item) => item['referrer_name'])).not.toContain(referrer_name)
  })

  test('rejects callers who are not signed in', async () => {
    expect(await call(createReferral, { body: { referrer_name: 'x' } })).toMatchObject(unauthorized)
  })
})
