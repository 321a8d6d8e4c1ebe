import { expect, test } from 'vitest'
import { validateReferral } from '../../../shared/contract/referrals.ts'
import { call, callOk, callWrongly, newClient } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { operator } from '../../../test/kit/operator.ts'
import { aReferral } from '../../../test/kit/referral.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { keys } from '../../platform/table/keys.ts'

test('says that an unknown token does not count, however often', async () => {
  for (let i = 0; i < 2; i += 1)
    expect(await call(validateReferral, { body: { token: 'unknown' } })).toMatchObject({
      status: 200,
      body: { valid: false, expired: false },
    })
})

test.each([
  ['2026-01-01T00:00:00.000Z', { valid: false, expired: true }],
  ['2099-01-01T00:00:00.000Z', { valid: true, expired: false }],
])('of a link that an operator lets run out at %s says %j', async (expires_at, verdict) => {
  const { token } = await aReferral(await given.admin())
  const table = await operator.table()
  const [item] = await table.list(keys.referralToken(token).pk, 'token')
  await table.put(keys.referralToken(token), { ...item, expires_at })
  expect(await callOk(validateReferral, { body: { token } })).toEqual(verdict)
})

test('needs nobody to be signed in, and tells no more to who is', async () => {
  const as = await given.user()
  expect(await callOk(validateReferral, { as, body: { token: 'unknown' } })).toEqual({
    valid: false,
    expired: false,
  })
})

test('finds no item of another kind by its key', async () => {
  const { userId } = await given.user()
  expect(await callOk(validateReferral, { body: { token: `../user#${userId}` } })).toMatchObject({
    valid: false,
  })
})

test.each([{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(201) }])('refuses %j', async (body) => {
  expect(await callWrongly(validateReferral, { body })).toMatchObject({ status: 400 })
})

test('slows down who guesses', async () => {
  const from = newClient()
  for (let i = 0; i < 30; i += 1) await callOk(validateReferral, { from, body: { token: `guess-${i}` } })
  expect(await call(validateReferral, { from, body: { token: 'guess' } })).toMatchObject(
    refusal('rate_limited'),
  )
})
