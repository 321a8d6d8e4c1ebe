import { describe, expect, test } from 'vitest'
import { getProfile, sendMagicLink } from '#shared/contract/identity.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'

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
})
