import { describe, expect, test } from 'vitest'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { newEmail } from '#test/kit/people.ts'

describe('send-magic-link', () => {
  test('sends an unverified address a verification link instead of a sign-in link', async () => {
    const { signUp, send, emailsTo } = identityInMemory()
    const { email } = await signUp()
    await send.sendMagicLink(email)
    expect((await emailsTo(email)).map(({ template }) => template)).toEqual([
      'verify-address',
      'confirm-address',
    ])
  })

  test('sends a further link each time, and one of them signs in', async () => {
    const { openAccount, send, linksTo, press } = identityInMemory()
    const { email, userId } = await openAccount()
    const earlier = await linksTo(email)
    const first = await send.sendMagicLink(email)
    expect(first).toMatchObject({ status: 200 })
    expect(await send.sendMagicLink(email)).toEqual(first)
    const links = (await linksTo(email)).slice(earlier.length)
    expect(new Set(links).size).toBe(2)
    expect((await press(String(links[1]))).fragment).toMatchObject({ access_token: userId })
  })

  test('returns the same response for an unknown address and sends no email', async () => {
    const { openAccount, send, emailsTo } = identityInMemory()
    const account = await openAccount()
    const email = newEmail()
    expect(await send.sendMagicLink(email)).toEqual(await send.sendMagicLink(account.email))
    expect(await emailsTo(email)).toEqual([])
  })
})
