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

  test('returns the same response for an unknown address and sends no email', async () => {
    const { openAccount, send, emailsTo } = identityInMemory()
    const account = await openAccount()
    const email = newEmail()
    expect(await send.sendMagicLink(email)).toEqual(await send.sendMagicLink(account.email))
    expect(await emailsTo(email)).toEqual([])
  })
})
