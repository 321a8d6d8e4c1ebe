import { describe, expect, test } from 'vitest'
import { sendPasswordResetEmail } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { newEmail } from '#test/kit/people.ts'
import { site } from '#test/kit/site.ts'

describe('send-password-reset-email', () => {
  test('emails a link that redirects to the reset page', async () => {
    const { email } = await given.user()
    const body = { email, redirectTo: `${site()}${paths.resetPassword}` }
    expect(await call(sendPasswordResetEmail, { body })).toMatchObject({
      status: 200,
      body: { data: { success: true } },
    })
    const reply = await pressButton(await linkFor(email, /Choose a new password/))
    const { path, query, fragment } = landing(reply)
    expect({ path, query }).toEqual({ path: paths.resetPassword, query: {} })
    expect(fragment).toMatchObject({ type: 'recovery', token_type: 'bearer' })
    expect(fragment).toHaveProperty('access_token')
    expect(fragment).toHaveProperty('refresh_token')
  })

  test('responds after at least 250 milliseconds, with and without an account', async () => {
    const { email } = await given.user()
    const timed = async (address: string) => {
      const startedAt = performance.now()
      await callOk(sendPasswordResetEmail, { body: { email: address } })
      return performance.now() - startedAt
    }
    const times = await Promise.all([timed(email), timed(newEmail())])
    expect(Math.min(...times)).toBeGreaterThan(245)
  })
})
