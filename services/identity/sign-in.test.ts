import { expect, test } from 'vitest'
import { getProfile, signOut, signUp } from '../../shared/contract/identity.ts'
import { call, callOk } from '../../test/kit/call.ts'
import { clock } from '../../test/kit/clock.ts'
import { given } from '../../test/kit/given.ts'
import { aSignUp, newEmail } from '../../test/kit/people.ts'
import { pool } from '../../test/kit/pool.ts'
import { refusal } from '../../test/kit/refusal.ts'

const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'signed in',
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
  )

test('tells nobody whether an address has an account', async () => {
  const { email } = await given.user()
  const known = await refusalOf(pool.signIn(email, 'Wrong-lantern-1'))
  const unknown = await refusalOf(pool.signIn(newEmail(), 'Wrong-lantern-1'))
  expect(known).toBe('Incorrect username or password.')
  expect(unknown).toBe(known)
})

test('tells only who has the password that an address waits to be confirmed', async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  expect(await refusalOf(pool.signIn(body.email, 'Wrong-lantern-1'))).toBe('Incorrect username or password.')
  expect(await refusalOf(pool.signIn(body.email, body.password))).toContain('Email not confirmed')
})

test('shuts an account after five wrong passwords, for longer each time, and never for good', async () => {
  const { email, password } = await given.user()
  const start = (await clock.now()).getTime()
  const at = <T>(seconds: number, act: () => Promise<T>) =>
    clock.at(new Date(start + seconds * 1000).toISOString(), act)
  for (let wrong = 0; wrong < 10; wrong += 1)
    await at(wrong * 40, () => refusalOf(pool.signIn(email, 'Wrong-lantern-1')))
  expect(await at(365, () => refusalOf(pool.signIn(email, password)))).toBe('Password attempts exceeded')
  expect(await at(365 + 15 * 60, () => refusalOf(pool.signIn(email, password)))).toBe('signed in')
})

test('ends with a sign-out on every device at once, refresh tokens included', async () => {
  const one = await given.user()
  const other = await pool.signIn(one.email, one.password)
  await callOk(signOut, { as: one })
  for (const session of [one, other]) {
    expect(await call(getProfile, { as: session })).toMatchObject(refusal('unauthorized'))
    expect(await refusalOf(pool.refresh(session.refreshToken))).not.toBe('signed in')
  }
  await callOk(getProfile, { as: await pool.signIn(one.email, one.password) })
})
