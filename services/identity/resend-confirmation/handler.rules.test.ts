import { describe, expect, test } from 'vitest'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'

const accepted = { status: 200, body: { success: true } }

describe('resend-confirmation', () => {
  test('sends a further link each time, and all of them open one account', async () => {
    const { signUp, send, linksTo, press, pool } = identityInMemory()
    const { email, password } = await signUp()
    for (let i = 0; i < 2; i += 1) expect(await send.resendConfirmation({ email })).toEqual(accepted)
    const links = await linksTo(email)
    expect(new Set(links).size).toBe(3)
    expect((await press(String(links[2]))).fragment).toMatchObject({ type: 'signup' })
    expect((await press(String(links[1]))).query).toMatchObject({ error_code: 'otp_expired' })
    expect([pool.size(), pool.canSignIn(email, password)]).toEqual([1, true])
  })

  test('returns the same response for an unknown address and sends no email', async () => {
    const { send, emailsTo } = identityInMemory()
    const email = newEmail()
    expect(await send.resendConfirmation({ email })).toEqual(accepted)
    expect(await emailsTo(email)).toEqual([])
  })

  test('sends no email to a verified address', async () => {
    const { openAccount, send, emailsTo } = identityInMemory()
    const { email } = await openAccount()
    const before = await emailsTo(email)
    expect(await send.resendConfirmation({ email })).toEqual(accepted)
    expect(await emailsTo(email)).toEqual(before)
  })

  test('emails the owner of an account who has signed up again that the address has one already', async () => {
    const { openAccount, send, emailsTo, passSeconds } = identityInMemory()
    const { email } = await openAccount()
    await send.signUp(aSignUp({ email }))
    passSeconds(3600)
    const before = await emailsTo(email)
    for (let i = 0; i < 2; i += 1) expect(await send.resendConfirmation({ email })).toEqual(accepted)
    const [more, ...others] = (await emailsTo(email)).slice(before.length)
    expect(more).toMatchObject({ template: 'already-registered', attempt: 'sign-up' })
    // At most one email is sent in an hour.
    expect(others).toEqual([])
  })
})
