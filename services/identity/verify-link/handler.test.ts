import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { getProfile, signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk, callRaw } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton, readLink } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'

const aLink = async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  return { link: await linkFor(body.email, /Confirm/), email: body.email }
}

describe('verify-link', () => {
  test('signs the user in on POST, not on GET or HEAD, and redirects to the sign-up', async () => {
    const { link, email } = await aLink()
    const { pathname, search } = new URL(link)
    for (const method of ['GET', 'HEAD'])
      expect((await callRaw(`${pathname}${search}`, { method })).status).not.toBe(303)
    const reply = await pressButton(link)
    expect(reply.status).toBe(303)
    const { path, fragment } = landing(reply)
    expect(path).toBe(paths.signUpComplete)
    expect(fragment).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '900' })
    const profile = await callOk(getProfile, { as: { accessToken: String(fragment['access_token']) } })
    expect(profile.email).toBe(email)
    expect(landing(await pressButton(link)).query).toMatchObject({ error_code: 'otp_expired' })
  })

  test('signs the user in although the trigger that consumed the link has not responded in time', async () => {
    const { link, email } = await aLink()
    // The trigger completes its work in that time, and Cognito calls it again.
    const late = {
      service: 'lambda',
      action: 'verify-auth-challenge',
      error: 'timeout',
      delayMs: 4000,
    } as const
    const reply = await withFaults([{ ...late, times: 1 }], () => pressButton(link))
    const accessToken = String(landing(reply).fragment['access_token'])
    expect(await callOk(getProfile, { as: { accessToken } })).toMatchObject({ email })
  })

  test('confirms an address whose former user is still in the user pool', async () => {
    const as = await given.user()
    const stuck = { service: 'cognito', action: 'AdminDeleteUser', error: 'InternalErrorException' } as const
    await withFaults([stuck], () => callOk(deleteAccount, { as }))
    await callOk(signUp, { body: aSignUp({ email: as.email }) })
    // The first verification link, the confirmation of the deletion and the new link.
    await inbox.waitForCount(as.email, 3)
    const { fragment } = landing(await pressButton(await linkFor(as.email, /Confirm/)))
    const accessToken = String(fragment['access_token'])
    expect(await callOk(getProfile, { as: { accessToken } })).toMatchObject({ email: as.email })
  })

  test('redirects to our own site, whatever the headers say', async () => {
    const link = `${paths.verifyLink}?token=unknown&type=signup`
    const { origin } = new URL((await callRaw(link, { method: 'GET' })).headers.get('location') ?? '')
    const reply = await callRaw(paths.verifyLink, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
        'x-forwarded-host': 'elsewhere.example',
      },
      body: new URLSearchParams(readLink((await aLink()).link)).toString(),
    })
    expect(landing(reply).fragment).toHaveProperty('access_token')
    expect(new URL(reply.headers.get('location') ?? '').origin).toBe(origin)
  })
})
