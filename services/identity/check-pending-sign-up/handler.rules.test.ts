import { describe, expect, test } from 'vitest'
import { checkPendingSignUp } from '#shared/contract/identity.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { newEmail } from '#test/kit/people.ts'
import { handle } from './handler.ts'

describe('check-pending-sign-up', () => {
  test('recognises the password of each pending sign-up with the address, and no other', async () => {
    const { signUp, send } = identityInMemory()
    const { email, password } = await signUp()
    const other = await signUp({ email })
    const check = (text: string) => send.checkPendingSignUp({ email, password: text })
    expect(await check(password)).toMatchObject({ body: { pending: true } })
    expect(await check(other.password)).toMatchObject({ body: { pending: true } })
    expect(await check('Wrong-lantern-1')).toMatchObject({ body: { pending: false } })
  })

  test('returns the same for an account and for an unknown address', async () => {
    const { openAccount, send } = identityInMemory()
    const { email, password } = await openAccount()
    for (const address of [email, newEmail()])
      expect(await send.checkPendingSignUp({ email: address, password })).toEqual({
        status: 200,
        body: { pending: false },
      })
  })

  test('returns the same for an account while a sign-up with its address is left over', async () => {
    const { signUp, deps, pool, now } = identityInMemory()
    const { email, password } = await signUp()
    const leftOver = {
      signUps: deps.signUps,
      hasAccount: async () => true,
      isPendingPassword: async (userId: string, text: string) => pool.hasPassword(userId, text),
    }
    expect(
      await callInMemory(checkPendingSignUp, handle, { body: { email, password }, now: now() }, leftOver),
    ).toEqual({ status: 200, body: { pending: false } })
  })
})
