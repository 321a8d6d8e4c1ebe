import { describe, expect, test } from 'vitest'
import { getProfile, sendMagicLink } from '#shared/contract/identity.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { newEmail } from '#test/kit/people.ts'
import { apiError } from '#test/kit/api-error.ts'

const accepted = { status: 200, body: { data: { success: true } } }
const subject = /sign-in link/

describe('send-magic-link', () => {
  test('emails a link that signs in and redirects to the home page', async () => {
    const { email, userId } = await given.user()
    expect(await call(sendMagicLink, { body: { email } })).toMatchObject(accepted)
    const { path, fragment } = landing(await pressButton(await linkFor(email, subject)))
    expect(path).toBe('/')
    expect(fragment).toMatchObject({ type: 'magiclink', token_type: 'bearer', expires_in: '900' })
    const profile = await callOk(getProfile, { as: { accessToken: String(fragment['access_token']) } })
    expect(profile.user_id).toBe(userId)
  })

  test('rejects a malformed address', async () => {
    const reply = await call(sendMagicLink, { body: { email: 'abc' } })
    expect(reply).toMatchObject(apiError('validation_failed', 'Please enter a valid email address'))
  })

  test('rejects a second request within a minute, with or without an account', async () => {
    const known = (await given.user()).email
    await clock.atNextMinute(async () => {
      for (const email of [newEmail(), known]) {
        await callOk(sendMagicLink, { body: { email } })
        const reply = await call(sendMagicLink, { body: { email: ` ${email.toUpperCase()} ` } })
        expect(reply).toMatchObject(apiError('rate_limited'))
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })
  })
})
