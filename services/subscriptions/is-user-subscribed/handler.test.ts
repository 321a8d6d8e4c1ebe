import { describe, expect, test } from 'vitest'
import { isUserSubscribed } from '#shared/contract/subscriptions.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

describe('is-user-subscribed', () => {
  test('returns true for a member with one read of the table per request', async () => {
    const as = await given.monthlyMember()
    const made = await callsDuring('is-user-subscribed', async () => {
      for (let i = 0; i < 2; i += 1) expect(await callOk(isUserSubscribed, { as })).toBe(true)
    })
    expect(made.map(({ service, action }) => `${service}:${action}`)).toEqual([
      'dynamodb:Query',
      'dynamodb:Query',
    ])
  })

  test('returns false for a pass holder and for an account without a purchase', async () => {
    for (const as of [await given.passHolder(), await given.user()])
      expect(await callOk(isUserSubscribed, { as })).toBe(false)
  })

  test('reports the caller, whatever the body contains', async () => {
    const [as, other] = [await given.user(), await given.monthlyMember()]
    expect(await callOk(isUserSubscribed, { as, body: { user_id: other.userId, email: other.email } })).toBe(
      false,
    )
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(isUserSubscribed, { as: await given.user(), body: 'me' })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(isUserSubscribed)).toMatchObject(unauthorized)
  })
})
