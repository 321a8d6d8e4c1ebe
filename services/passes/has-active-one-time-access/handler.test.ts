import { describe, expect, test } from 'vitest'
import { hasActiveOneTimeAccess } from '#shared/contract/passes.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

describe('has-active-one-time-access', () => {
  test('returns true for a pass holder with one read of the table per request', async () => {
    const as = await given.passHolder()
    const made = await callsDuring('has-active-one-time-access', async () => {
      for (let i = 0; i < 2; i += 1) expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(true)
    })
    expect(made.map(({ service, action }) => `${service}:${action}`)).toEqual([
      'dynamodb:Query',
      'dynamodb:Query',
    ])
  })

  test('returns false for a member and for an account without a purchase', async () => {
    for (const as of [await given.monthlyMember(), await given.user()])
      expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(false)
  })

  test('reports the caller, whatever the body contains', async () => {
    const [as, other] = [await given.user(), await given.passHolder()]
    expect(
      await callOk(hasActiveOneTimeAccess, { as, body: { user_id: other.userId, email: other.email } }),
    ).toBe(false)
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(hasActiveOneTimeAccess, { as: await given.user(), body: 'me' })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(hasActiveOneTimeAccess)).toMatchObject(unauthorized)
  })
})
