import { describe, expect, test } from 'vitest'
import { getProfile, sendMagicLink, signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
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

  test('sends a link that works for 15 minutes', async () => {
    const { email } = await given.user()
    await callOk(sendMagicLink, { body: { email } })
    const link = await linkFor(email, subject)
    const late = new Date((await clock.now()).getTime() + 15 * 60_000 + 1000)
    const reply = await clock.at(late.toISOString(), () => pressButton(link))
    expect(landing(reply).query).toMatchObject({ error_code: 'otp_expired', type: 'magiclink' })
  })

  test("invalidates the user's earlier links when one is used", async () => {
    const { email } = await given.user()
    await callOk(sendMagicLink, { body: { email } })
    const first = await linkFor(email, subject)
    const later = new Date((await clock.now()).getTime() + 61_000)
    await clock.at(later.toISOString(), async () => {
      await callOk(sendMagicLink, { body: { email } })
      const emails = (await inbox.waitForCount(email, 3)).flatMap(({ links }) => links)
      const second = emails.findLast((link) => link.includes(paths.verifyLink)) ?? ''
      expect(landing(await pressButton(second)).fragment).toHaveProperty('access_token')
      expect(landing(await pressButton(first)).query).toMatchObject({ error_code: 'otp_expired' })
    })
  })

  test('sends an unverified address a verification link instead of a sign-in link', async () => {
    const body = aSignUp()
    await callOk(signUp, { body })
    await callOk(sendMagicLink, { body: { email: body.email } })
    const emails = await inbox.waitForCount(body.email, 2)
    expect(emails.map((email) => email.subject)).toEqual([
      'Confirm your email address',
      'Confirm your email address',
    ])
  })

  test('returns the same response for an unknown address and sends no email', async () => {
    const email = newEmail()
    expect(await call(sendMagicLink, { body: { email } })).toMatchObject(accepted)
    expect(await inbox.for(email)).toEqual([])
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
