import { expect, test } from 'vitest'
import { getProfile, sendMagicLink, signUp } from '../../../shared/contract/identity.ts'
import { call, callOk } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '../../../test/kit/link.ts'
import { aSignUp, newEmail } from '../../../test/kit/people.ts'
import { refusal } from '../../../test/kit/refusal.ts'

const asked = { status: 200, body: { data: { success: true } } }
const subject = /sign-in link/

test('mails a link that signs in and leads to the root of the site', async () => {
  const { email, userId } = await given.user()
  expect(await call(sendMagicLink, { body: { email } })).toMatchObject(asked)
  const { path, fragment } = landing(await pressButton(await linkFor(email, subject)))
  expect(path).toBe('/')
  expect(fragment).toMatchObject({ type: 'magiclink', token_type: 'bearer', expires_in: '900' })
  const profile = await callOk(getProfile, { as: { accessToken: String(fragment['access_token']) } })
  expect(profile.user_id).toBe(userId)
})

test('is a link for a quarter of an hour', async () => {
  const { email } = await given.user()
  await callOk(sendMagicLink, { body: { email } })
  const link = await linkFor(email, subject)
  const late = new Date((await clock.now()).getTime() + 15 * 60_000 + 1000)
  const reply = await clock.at(late.toISOString(), () => pressButton(link))
  expect(landing(reply).query).toMatchObject({ error_code: 'otp_expired' })
})

test('makes the earlier links of the person useless when one is used', async () => {
  const { email } = await given.user()
  await callOk(sendMagicLink, { body: { email } })
  const first = await linkFor(email, subject)
  const later = new Date((await clock.now()).getTime() + 61_000)
  await clock.at(later.toISOString(), async () => {
    await callOk(sendMagicLink, { body: { email } })
    const mails = (await inbox.waitForCount(email, 3)).flatMap(({ links }) => links)
    const second = mails.findLast((link) => link.includes('/auth/verify')) ?? ''
    expect(landing(await pressButton(second)).fragment).toHaveProperty('access_token')
    expect(landing(await pressButton(first)).query).toMatchObject({ error_code: 'otp_expired' })
  })
})

test('mails an address that was never verified the link that verifies it, and none to sign in with', async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  await callOk(sendMagicLink, { body: { email: body.email } })
  const mails = await inbox.waitForCount(body.email, 2)
  expect(mails.map((mail) => mail.subject)).toEqual([
    'Confirm your email address',
    'Confirm your email address',
  ])
})

test('answers an unknown address as it answers a known one, and mails nobody', async () => {
  const email = newEmail()
  expect(await call(sendMagicLink, { body: { email } })).toMatchObject(asked)
  expect(await inbox.for(email)).toEqual([])
})

test('refuses what is no address', async () => {
  const reply = await call(sendMagicLink, { body: { email: 'abc' } })
  expect(reply).toMatchObject(refusal('validation_failed', 'Please enter a valid email address'))
})

test('sent twice within a minute, is asked to wait, whether or not there is an account', async () => {
  const known = (await given.user()).email
  await clock.atNextMinute(async () => {
    for (const email of [newEmail(), known]) {
      await callOk(sendMagicLink, { body: { email } })
      const reply = await call(sendMagicLink, { body: { email: ` ${email.toUpperCase()} ` } })
      expect(reply).toMatchObject(refusal('rate_limited'))
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})
