import { describe, expect, test } from 'vitest'
import { validateReferral } from '#shared/contract/referrals.ts'
import { call, callOk, callWrongly, newClient } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { operator } from '#test/kit/operator.ts'
import { aReferral } from '#test/kit/referral.ts'
import { apiError } from '#test/kit/api-error.ts'
import { keys } from '#platform/table/keys.ts'

describe('validate-referral', () => {
  test('returns invalid for an unknown token on every call', async () => {
    for (let i = 0; i < 2; i += 1)
      expect(await call(validateReferral, { body: { token: 'unknown' } })).toMatchObject({
        status: 200,
        body: { valid: false, expired: false },
      })
  })

  test.each([
    ['2026-01-01T00:00:00.000Z', { valid: false, expired: true }],
    ['2099-01-01T00:00:00.000Z', { valid: true, expired: false }],
  ])('returns the result for a token that expires at %s: %j', async (expires_at, verdict) => {
    const { token } = await aReferral(await given.admin())
    const table = await operator.table()
    const [item] = await table.list(keys.referralToken(token).pk, 'token')
    await table.put(keys.referralToken(token), { ...item, expires_at })
    expect(await callOk(validateReferral, { body: { token } })).toEqual(verdict)
  })

  test('returns the same to signed-in callers', async () => {
    const as = await given.user()
    expect(await callOk(validateReferral, { as, body: { token: 'unknown' } })).toEqual({
      valid: false,
      expired: false,
    })
  })

  test('does not find items of other kinds', async () => {
    const { userId } = await given.user()
    expect(await callOk(validateReferral, { body: { token: `../user#${userId}` } })).toMatchObject({
      valid: false,
    })
  })

  test.each([{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(201) }])('rejects %j', async (body) => {
    expect(await callWrongly(validateReferral, { body })).toMatchObject({ status: 400 })
  })

  test('limits the requests of one client', async () => {
    const from = newClient()
    for (let i = 0; i < 30; i += 1) await callOk(validateReferral, { from, body: { token: `guess-${i}` } })
    expect(await call(validateReferral, { from, body: { token: 'guess' } })).toMatchObject(
      apiError('rate_limited'),
    )
  })
})
