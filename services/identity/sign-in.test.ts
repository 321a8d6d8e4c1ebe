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

  test('rejects a start with SRP_A, which Cognito reports as passed before it has checked a password', async () => {
    const { email } = await given.user()
    expect(await resultOf(pool.startWithoutPassword(email))).toBe('Incorrect username or password.')
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
    const wrong = () => resultOf(pool.signIn(email, 'Wrong-lantern-1'))
    const right = () => resultOf(pool.signIn(email, password))
    const incorrect = 'Incorrect username or password.'
    const first = await at(0, async () => [
      await wrong(),
      await wrong(),
      await wrong(),
      await wrong(),
      await wrong(),
    ])
    expect(new Set(first)).toEqual(new Set([incorrect]))
    // The locks of 1 to 16 seconds are too short to measure on a busy machine. Each ends 26 seconds or more before the next
    // attempt. At four minutes, the client library would adjust its clock and repeat a rejected attempt.
    for (const seconds of [30, 60, 95, 135, 180]) expect(await at(seconds, wrong)).toBe(incorrect)
    expect(await at(196, right)).toBe('Password attempts exceeded')
    // The lock of 32 seconds is over. The next one lasts 64 seconds.
    expect(await at(238, wrong)).toBe(incorrect)
    expect(await at(270, right)).toBe('Password attempts exceeded')
    expect(await at(270 + 15 * 60, right)).toBe('signed in')
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
