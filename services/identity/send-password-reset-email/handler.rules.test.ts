import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { landing } from '#test/kit/link.ts'
import { newEmail } from '#test/kit/people.ts'

const site = 'http://localhost:3000'
const accepted = { status: 200, body: { data: { success: true } } }

const landingAfterReset = async (redirectTo: string) => {
  const { openAccount, send, newestLink, request } = identityInMemory()
  const { email } = await openAccount()
  expect(await send.sendPasswordResetEmail(email, redirectTo)).toEqual(accepted)
  const reply = await request(await newestLink(email), { method: 'POST' })
  const { path, query } = landing(reply)
  return { origin: new URL(reply.headers.get('location') ?? '').origin, path, query }
}

describe('send-password-reset-email', () => {
  test('keeps from=admin in the redirect', async () => {
    expect(await landingAfterReset(`${site}${paths.resetPassword}?from=admin`)).toEqual({
      origin: site,
      path: paths.resetPassword,
      query: { from: 'admin' },
    })
  })

  test('ignores a redirect to a look-alike address', async () => {
    expect(await landingAfterReset(`${site}.evil.example/reset-password`)).toEqual({
      origin: site,
      path: paths.resetPassword,
      query: {},
    })
  })

  test('sends an unverified address a verification link instead of a reset link', async () => {
    const { signUp, send, emailsTo } = identityInMemory()
    const { email } = await signUp()
    await send.sendPasswordResetEmail(email)
    expect((await emailsTo(email)).map(({ template }) => template)).toEqual([
      'verify-address',
      'confirm-address',
    ])
  })

  test('sends a further link each time, which leads to the reset page', async () => {
    const { openAccount, send, linksTo, press } = identityInMemory()
    const { email } = await openAccount()
    const earlier = await linksTo(email)
    for (let i = 0; i < 2; i += 1) expect(await send.sendPasswordResetEmail(email)).toEqual(accepted)
    const links = (await linksTo(email)).slice(earlier.length)
    expect(new Set(links).size).toBe(2)
    expect(await press(String(links[1]))).toMatchObject({
      path: paths.resetPassword,
      fragment: { type: 'recovery' },
    })
  })

  test('returns the same response for an unknown address and sends no email', async () => {
    const { send, emailsTo } = identityInMemory()
    const email = newEmail()
    expect(await send.sendPasswordResetEmail(email)).toEqual(accepted)
    expect(await emailsTo(email)).toEqual([])
  })
})
