import { describe, expect, test } from 'vitest'
import { createReferral, validateReferral } from '#shared/contract/referrals.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { site } from '#test/kit/site.ts'

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
})
