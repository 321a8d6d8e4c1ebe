import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { hashOf } from '#platform/crypto.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { landing, readLink } from '#test/kit/link.ts'
import { forceOverlap } from '#test/kit/overlap.ts'

const expired = { error: 'access_denied', error_code: 'otp_expired' }

const aLink = async (changes: Parameters<ReturnType<typeof identityInMemory>['signUp']>[0] = {}) => {
  const identity = identityInMemory()
  const { email } = await identity.signUp(changes)
  return { ...identity, email, link: await identity.newestLink(email) }
}

const address = (parameters: Record<string, string>) =>
  `http://localhost:3000${paths.verifyLink}?${new URLSearchParams(parameters).toString()}`

describe('verify-link', () => {
  test('shows the account of the link and does not consume it on GET or HEAD', async () => {
    const { link, email, request, press } = await aLink({ firstName: '<b>Nadia</b>' })
    for (const method of ['GET', 'HEAD', 'GET'] as const)
      expect(await request(link, { method })).toMatchObject({ status: 200 })
    const page = await request(link)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.body).toContain(`<dd dir="auto">${email.replace('@', '@<wbr>')}</dd>`)
    expect(page.body).toContain('&lt;b&gt;Nadia&lt;/b&gt;')
    expect((await press(link)).fragment).toHaveProperty('access_token')
  })

  test.each(['x', 'A'.repeat(43), '<script>', ''])('rejects the token %j', async (token) => {
    const { request } = identityInMemory()
    const reply = await request(address({ token, type: 'signup' }))
    expect(reply.status).toBe(303)
    expect(landing(reply)).toMatchObject({ path: '/', query: expired, fragment: {} })
  })

  test('requires a token of 256 random bits, of which the table has the hash only', async () => {
    const { link, database } = await aLink()
    const { token } = readLink(link)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const entitiesWith = (text: string) =>
      database.all().flatMap((item) => (JSON.stringify(item).includes(text) ? [item['entity']?.['S']] : []))
    // The email waits in the outbox until it is sent.
    expect(entitiesWith(token)).toEqual(['email'])
    expect(entitiesWith(hashOf(token))).toContain('link')
  })

  test('rejects a token with another type', async () => {
    const { link, press } = await aLink()
    const { token } = readLink(link)
    for (const type of ['magiclink', 'recovery', 'admin'])
      expect((await press(address({ token, type }))).query).toMatchObject(expired)
    expect((await press(link)).fragment).toHaveProperty('access_token')
  })

  test('accepts exactly one of twenty concurrent requests, and none after it', async () => {
    const { link, press, table } = await aLink()
    forceOverlap(table, 20)
    const results = await Promise.all(Array.from({ length: 20 }, () => press(link)))
    expect(results.filter(({ fragment }) => 'access_token' in fragment)).toHaveLength(1)
    expect((await press(link)).query).toMatchObject(expired)
  })

  test('redirects a form of another site to the page and does not consume the link', async () => {
    const { link, request, press } = await aLink()
    const reply = await request(link, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })
    expect(landing(reply)).toEqual({ path: paths.verifyLink, query: readLink(link), fragment: {} })
    expect((await press(link)).fragment).toHaveProperty('access_token')
  })

  test('reads no token from the address of a POST', async () => {
    const { link, request, press } = await aLink()
    const reply = await request(link, { method: 'POST', form: 'type=signup' })
    expect(landing(reply)).toMatchObject({ query: expired, fragment: {} })
    expect((await press(link)).fragment).toHaveProperty('access_token')
  })

  test('shows the page to a visitor whom another site sent', async () => {
    const { link, request } = await aLink()
    expect(await request(link, { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({
      status: 200,
    })
  })

  test('accepts the form of its own page', async () => {
    const { link, request } = await aLink()
    const reply = await request(link, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
    expect(landing(reply).fragment).toHaveProperty('access_token')
  })

  test('repeats only the types of links in the error', async () => {
    const { request } = identityInMemory()
    const typeOf = async (type: string) =>
      landing(await request(address({ token: 'x'.repeat(43), type }))).query['type']
    expect([await typeOf('recovery'), await typeOf('admin'), await typeOf('')]).toEqual([
      'recovery',
      undefined,
      undefined,
    ])
  })

  test('offers no new sign-up for an address that has an account by then', async () => {
    const { email, link, pool, press, send, newestLink, storedAbout } = await aLink()
    await send.sendMagicLink(email)
    const restart = await newestLink(email)
    // The links of the address are still there, because the steps after its confirmation have failed.
    pool.failOnce('claimAddress')
    expect((await press(link)).fragment).toHaveProperty('access_token')
    const before = storedAbout(email)
    expect(await press(restart)).toMatchObject({ query: expired, fragment: {} })
    expect(storedAbout(email)).toBe(before)
  })

  test.each([
    ['sign-up', 24 * 3600],
    ['magic link', 15 * 60],
    ['password reset', 3600],
  ] as const)('accepts the link of a %s for %i seconds', async (kind, seconds) => {
    const identity = identityInMemory()
    const { email } = kind === 'sign-up' ? await identity.signUp() : await identity.openAccount()
    if (kind === 'magic link') await identity.send.sendMagicLink(email)
    if (kind === 'password reset') await identity.send.sendPasswordResetEmail(email)
    const link = await identity.newestLink(email)
    identity.passSeconds(seconds - 1)
    expect(await identity.request(link)).toMatchObject({ status: 200 })
    identity.passSeconds(2)
    const { path, query } = await identity.press(link)
    expect(path).toBe(kind === 'password reset' ? paths.resetPassword : '/')
    expect(query).toMatchObject(expired)
  })

  test("invalidates the user's earlier links of the same type when one is used", async () => {
    const { openAccount, send, linksTo, press } = identityInMemory()
    const { email } = await openAccount()
    await send.sendMagicLink(email)
    await send.sendMagicLink(email)
    const [first = '', second = ''] = (await linksTo(email)).slice(-2)
    expect((await press(second)).fragment).toHaveProperty('access_token')
    expect((await press(first)).query).toMatchObject(expired)
  })
})
