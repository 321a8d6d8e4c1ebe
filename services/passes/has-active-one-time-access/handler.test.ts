import { describe, expect, test } from 'vitest'
import { hasActiveOneTimeAccess } from '#shared/contract/passes.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'

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
})
