import { describe, expect, test } from 'vitest'
import { sendPasswordResetEmail, signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk, callWrongly, newClient } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { apiError } from '#test/kit/api-error.ts'
import { site } from '#test/kit/site.ts'

const accepted = { status: 200, body: { data: { success: true } } }
const subject = /Choose a new password/

const landingAfterReset = async (redirectTo?: string) => {
  const { email } = await given.user()
  expect(await call(sendPasswordResetEmail, { body: { email, redirectTo } })).toMatchObject(accepted)
  const reply = await pressButton(await linkFor(email, subject))
  return { ...landing(reply), origin: new URL(reply.headers.get('location') ?? '').origin }
}

describe('send-password-reset-email', () => {
  test('emails a link that redirects to the reset page', async () => {
    const { path, query, fragment } = await landingAfterReset(`${site()}${paths.resetPassword}`)
    expect({ path, query }).toEqual({ path: paths.resetPassword, query: {} })
    expect(fragment).toMatchObject({ type: 'recovery', token_type: 'bearer' })
    expect(fragment).toHaveProperty('access_token')
    expect(fragment).toHaveProperty('refresh_token')
  })

  test('keeps from=admin in the redirect', async () => {
    const { path, query } = await landingAfterReset(`${site()}${paths.resetPassword}?from=admin`)
    expect({ path, query }).toEqual({ path: paths.resetPassword, query: { from: 'admin' } })
  })

  test('ignores a redirect to a look-alike address', async () => {
    const { origin, path, query } = await landingAfterReset(`${site()}.evil.example/reset-password`)
    expect({ origin, path, query }).toEqual({ origin: site(), path: paths.resetPassword, query: {} })
  })

  test('sends a link that works for one hour', async () => {
    const { email } = await given.user()
    await callOk(sendPasswordResetEmail, { body: { email } })
    const link = await linkFor(email, subject)
    const late = new Date((await clock.now()).getTime() + 3600_000 + 1000)
    const reply = await clock.at(late.toISOString(), () => pressButton(link))
    expect(landing(reply)).toMatchObject({ path: paths.resetPassword, query: { error_code: 'otp_expired' } })
  })

  test('sends an unverified address a verification link instead of a reset link', async () => {
    const body = aSignUp()
    await callOk(signUp, { body })
    await callOk(sendPasswordResetEmail, { body: { email: body.email } })
    const emails = await inbox.waitForCount(body.email, 2)
    expect(emails.map((email) => email.subject).filter((text) => subject.test(text))).toEqual([])
  })

  test('returns the same response for an unknown address and sends no email', async () => {
    const email = newEmail()
    expect(await call(sendPasswordResetEmail, { body: { email } })).toMatchObject(accepted)
    expect(await inbox.for(email)).toEqual([])
  })

  test('rejects malformed fields', async () => {
    expect(await call(sendPasswordResetEmail, { body: { email: 'abc' } })).toMatchObject(
      apiError('validation_failed', 'Please enter a valid email address'),
    )
    expect(
      await callWrongly(sendPasswordResetEmail, { body: { email: newEmail(), redirectTo: 7 } }),
    ).toMatchObject({ status: 400 })
  })

  test('rejects a second request within a minute, with or without an account', async () => {
    const known = (await given.user()).email
    await clock.atNextMinute(async () => {
      for (const email of [newEmail(), known]) {
        await callOk(sendPasswordResetEmail, { body: { email } })
        const reply = await call(sendPasswordResetEmail, { body: { email } })
        expect(reply).toMatchObject(apiError('rate_limited'))
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })
  })

  test('limits the requests of one client for many addresses', async () => {
    const from = newClient()
    const send = () => call(sendPasswordResetEmail, { body: { email: newEmail() }, from })
    const replies = await clock.atNextMinute(() => Promise.all(Array.from({ length: 31 }, send)))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('takes the same time for addresses with and without an account', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const known = await Promise.all(Array.from({ length: 5 }, () => given.user()))
    for (const { email } of known)
      for (const [kind, address] of [['known', email] as const, ['unknown', newEmail()] as const]) {
        const startedAt = performance.now()
        await callOk(sendPasswordResetEmail, { body: { email: address } })
        times[kind].push(performance.now() - startedAt)
      }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[2] ?? 0
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(60)
  })
})
