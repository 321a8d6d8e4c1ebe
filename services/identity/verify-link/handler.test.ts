import { describe, expect, test } from 'vitest'
import { getProfile, signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk, callRaw } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { landing, linkFor, pressButton, readLink } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'

const aLink = async (changes: Parameters<typeof aSignUp>[0] = {}) => {
  const body = aSignUp(changes)
  await callOk(signUp, { body })
  return { link: await linkFor(body.email, /Confirm/), email: body.email }
}

const open = (link: string, method = 'GET') => {
  const { pathname, search } = new URL(link)
  return callRaw(`${pathname}${search}`, { method })
}

const expired = { error: 'access_denied', error_code: 'otp_expired' }

describe('verify-link', () => {
  test('signs the user in and redirects to the sign-up', async () => {
    const { link, email } = await aLink()
    const reply = await pressButton(link)
    expect(reply.status).toBe(303)
    const { path, fragment } = landing(reply)
    expect(path).toBe(paths.signUpComplete)
    expect(fragment).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '900' })
    const profile = await callOk(getProfile, { as: { accessToken: String(fragment['access_token']) } })
    expect(profile.email).toBe(email)
  })

  test('shows whose link it is and does not consume it on GET or HEAD', async () => {
    const { link, email } = await aLink({ firstName: '<b>Nadia</b>' })
    for (const method of ['GET', 'HEAD', 'GET', 'GET'])
      expect((await open(link, method)).status).not.toBe(303)
    const page = await open(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.body).toContain(email)
    expect(page.body).toContain('&lt;b&gt;Nadia&lt;/b&gt;')
    expect(landing(await pressButton(link)).fragment).toHaveProperty('access_token')
  })

  test('rejects unknown and malformed tokens', async () => {
    for (const token of ['x', 'A'.repeat(43), '<script>', '']) {
      const reply = await open(
        `http://x${paths.verifyLink}?${new URLSearchParams({ token, type: 'signup' })}`,
      )
      expect(reply.status).toBe(303)
      expect(landing(reply)).toMatchObject({ path: '/', query: expired, fragment: {} })
    }
  })

  test('rejects a token with another type', async () => {
    const { link } = await aLink()
    const { token } = readLink(link)
    for (const type of ['magiclink', 'recovery', 'admin']) {
      const other = `http://x${paths.verifyLink}?${new URLSearchParams({ token, type })}`
      expect(landing(await pressButton(other)).query).toMatchObject(expired)
    }
    expect(landing(await pressButton(link)).fragment).toHaveProperty('access_token')
  })

  test('rejects an expired link', async () => {
    const { link } = await aLink()
    const tomorrow = new Date((await clock.now()).getTime() + 24 * 3600_000 + 60_000)
    const reply = await clock.at(tomorrow.toISOString(), () => pressButton(link))
    expect(landing(reply).query).toMatchObject(expired)
  })

  test('accepts exactly one of twenty concurrent requests, and none after it', async () => {
    const { link } = await aLink()
    const replies = await Promise.all(Array.from({ length: 20 }, () => pressButton(link)))
    const signedIn = replies.filter((reply) => 'access_token' in landing(reply).fragment)
    expect(signedIn).toHaveLength(1)
    expect(landing(await pressButton(link)).query).toMatchObject(expired)
  })

  test('redirects to our own site, whatever the headers say', async () => {
    const { link } = await aLink()
    const { pathname, search, origin } = new URL(link)
    const reply = await callRaw(`${pathname}${search}`, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
        'x-forwarded-host': 'elsewhere.example',
      },
      body: new URLSearchParams(readLink(link)).toString(),
    })
    expect(new URL(reply.headers.get('location') ?? '').origin).toBe(origin)
  })

  test('redirects a form of another site to the page and does not consume the link', async () => {
    const { link } = await aLink()
    const reply = await callRaw(paths.verifyLink, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams(readLink(link)).toString(),
    })
    expect(landing(reply)).toEqual({ path: paths.verifyLink, query: readLink(link), fragment: {} })
    expect(landing(await pressButton(link)).fragment).toHaveProperty('access_token')
  })
})
