import { describe, expect, test } from 'vitest'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'

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

  test('returns the same for the password of a sign-up, whether or not its address has an account', async () => {
    const { openAccount, send } = identityInMemory()
    const { email } = await openAccount()
    for (const address of [email, newEmail()]) {
      const form = aSignUp({ email: address })
      await send.signUp(form)
      const { password } = form
      expect(await send.checkPendingSignUp({ email: address, password })).toMatchObject({
        body: { pending: true },
      })
    }
  })
})
