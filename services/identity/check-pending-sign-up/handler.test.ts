import { describe, expect, test } from 'vitest'
import { checkPendingSignUp, signUp } from '#shared/contract/identity.ts'
import { apiError } from '#test/kit/api-error.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'

describe('check-pending-sign-up', () => {
  test('recognises the password of a pending sign-up, and responds after at least 500 milliseconds', async () => {
    const { email, password } = aSignUp()
    await callOk(signUp, { body: aSignUp({ email, password, confirmPassword: password }) })
    const account = await given.user()
    const timed = async (body: { email: string; password: string }) => {
      const startedAt = performance.now()
      const { pending } = await callOk(checkPendingSignUp, { body })
      return { pending, isSlow: performance.now() - startedAt > 495 }
    }
    const bodies = [
      { email, password },
      { email, password: 'Wrong-lantern-1' },
      { email: account.email, password: account.password },
      { email: newEmail(), password },
    ]
    expect(await Promise.all(bodies.map(timed))).toEqual([
      { pending: true, isSlow: true },
      { pending: false, isSlow: true },
      { pending: false, isSlow: true },
      { pending: false, isSlow: true },
    ])
  })

  test('rejects an empty password', async () => {
    const body = { email: newEmail(), password: '' }
    expect(await call(checkPendingSignUp, { body })).toMatchObject(
      apiError('validation_failed', 'Password is required'),
    )
  })
})
