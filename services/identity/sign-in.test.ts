import { describe, expect, test } from 'vitest'
import { getProfile, signOut, signUp } from '#shared/contract/identity.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { pool } from '#test/kit/pool.ts'
import { apiError } from '#test/kit/api-error.ts'

const resultOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'signed in',
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
  )

describe('sign-in', () => {
  test('returns the same error for a wrong password and an unknown address', async () => {
    const { email } = await given.user()
    const known = await resultOf(pool.signIn(email, 'Wrong-lantern-1'))
    const unknown = await resultOf(pool.signIn(newEmail(), 'Wrong-lantern-1'))
    expect(known).toBe('Incorrect username or password.')
    expect(unknown).toBe(known)
  })

  test('does not accept the password of a pending sign-up', async () => {
    const body = aSignUp()
    await callOk(signUp, { body })
    expect(await resultOf(pool.signIn(body.email, body.password))).toBe('Incorrect username or password.')
  })

  test('locks an account after five wrong passwords, each time for longer, but never permanently', async () => {
    const { email, password } = await given.user()
    const start = (await clock.now()).getTime()
    const at = <T>(seconds: number, action: () => Promise<T>) =>
      clock.at(new Date(start + seconds * 1000).toISOString(), action)
    for (let wrong = 0; wrong < 10; wrong += 1)
      await at(wrong * 40, () => resultOf(pool.signIn(email, 'Wrong-lantern-1')))
    expect(await at(365, () => resultOf(pool.signIn(email, password)))).toBe('Password attempts exceeded')
    expect(await at(365 + 15 * 60, () => resultOf(pool.signIn(email, password)))).toBe('signed in')
  })

  test('ends on every device at sign-out, including refresh tokens', async () => {
    const one = await given.user()
    const other = await pool.signIn(one.email, one.password)
    await callOk(signOut, { as: one })
    for (const session of [one, other]) {
      expect(await call(getProfile, { as: session })).toMatchObject(apiError('unauthorized'))
      expect(await resultOf(pool.refresh(session.refreshToken))).not.toBe('signed in')
    }
    await callOk(getProfile, { as: await pool.signIn(one.email, one.password) })
  })
})
