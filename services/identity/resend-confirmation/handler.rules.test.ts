import { describe, expect, test } from 'vitest'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { newEmail } from '#test/kit/people.ts'

const accepted = { status: 200, body: { success: true } }

describe('resend-confirmation', () => {
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
})
