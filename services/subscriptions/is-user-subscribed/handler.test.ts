import { describe, expect, test } from 'vitest'
import { isUserSubscribed } from '#shared/contract/subscriptions.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'

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
})
