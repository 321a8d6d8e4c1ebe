import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  getProfile,
  sendMagicLink,
  sendPasswordResetEmail,
  updatePassword,
} from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { pool } from '#test/kit/pool.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

const newPassword = () => `Fresh-${randomUUID()}`
const changed = /password has been changed/

describe('update-password', () => {
  test('changes the password and emails a confirmation', async () => {
    const as = await given.user()
    const password = newPassword()
    await callOk(updatePassword, { as, body: { password } })
    await expect(pool.signIn(as.email, as.password)).rejects.toThrow('Incorrect username or password')
    await callOk(getProfile, { as: await pool.signIn(as.email, password) })
    const confirmation = await inbox.waitFor(as.email, changed)
    expect(confirmation.text).not.toContain(password)
    expect(confirmation.html).not.toContain(password)
  })

  test('accepts the session of a reset link and invalidates the other links', async () => {
    const { email } = await given.user()
    await callOk(sendPasswordResetEmail, { body: { email } })
    const first = await linkFor(email, /Choose a new/)
    const later = new Date((await clock.now()).getTime() + 61_000)
    await clock.at(later.toISOString(), async () => {
      await callOk(sendPasswordResetEmail, { body: { email } })
      const emails = await inbox.waitForCount(email, 3)
      const second = emails.at(-1)?.links.find((link) => link.includes(paths.verifyLink)) ?? ''
      const { fragment } = landing(await pressButton(second))
      const as = { accessToken: String(fragment['access_token']) }
      await callOk(sendMagicLink, { body: { email } })
      const magic = await linkFor(email, /Your sign-in link/)
      await callOk(updatePassword, { as, body: { password: newPassword() } })
      for (const link of [first, magic])
        expect(landing(await pressButton(link)).query).toMatchObject({ error_code: 'otp_expired' })
    })
  })

  test('ends all sessions, including those of the same second', async () => {
    const as = await given.user()
    const others = [await pool.signIn(as.email, as.password), await pool.signIn(as.email, as.password)]
    await callOk(updatePassword, { as, body: { password: newPassword() } })
    for (const session of [as, ...others]) {
      expect(await call(getProfile, { as: session })).toMatchObject(apiError('unauthorized'))
      await expect(pool.refresh(session.refreshToken)).rejects.toThrow(/revoked|Invalid/i)
    }
  })

  test.each([
    ['five5', 'validation_failed', 'Password must be at least 6 characters'],
    ['', 'validation_failed', 'Password must be at least 6 characters'],
    ['password', 'password_too_weak', 'Password is too weak. Please choose a stronger password.'],
    ['      ', 'validation_failed', 'Password cannot begin or end with a space'],
    ['lantern\n-42', 'validation_failed', 'Password cannot contain control characters'],
  ] as const)('rejects "%s"', async (password, code, message) => {
    const as = await given.user()
    expect(await call(updatePassword, { as, body: { password } })).toMatchObject(apiError(code, message))
    await callOk(getProfile, { as })
  })

  test('rejects the current password and keeps the sessions', async () => {
    const as = await given.user()
    const reply = await call(updatePassword, { as, body: { password: as.password } })
    expect(reply).toMatchObject(
      apiError('password_unchanged', 'New password must be different from your current password.'),
    )
    await callOk(getProfile, { as })
    expect((await inbox.for(as.email)).filter(({ subject }) => changed.test(subject))).toEqual([])
  })

  test('requires a new sign-in after an hour, even with a fresh token', async () => {
    const as = await given.user()
    const later = new Date((await clock.now()).getTime() + 61 * 60_000)
    await clock.at(later.toISOString(), async () => {
      const renewed = await pool.refresh(as.refreshToken)
      await callOk(getProfile, { as: renewed })
      const reply = await call(updatePassword, { as: renewed, body: { password: newPassword() } })
      expect(reply).toMatchObject(apiError('recent_sign_in_needed'))
    })
  })

  test("never changes another account's password", async () => {
    const [as, other] = [await given.user(), await given.user()]
    const body = { password: newPassword(), user_id: other.userId, email: other.email }
    await callOk(updatePassword, { as, body })
    await callOk(getProfile, { as: await pool.signIn(other.email, other.password) })
  })

  test('rejects the second of two requests as signed out and sends one email', async () => {
    const as = await given.user()
    const body = { password: newPassword() }
    await callOk(updatePassword, { as, body })
    expect(await call(updatePassword, { as, body })).toMatchObject(apiError('unauthorized'))
    await inbox.waitFor(as.email, changed)
    expect((await inbox.for(as.email)).filter(({ subject }) => changed.test(subject))).toHaveLength(1)
  })

  test('rejects callers who are not signed in', async () => {
    expect(await call(updatePassword, { body: { password: newPassword() } })).toMatchObject(unauthorized)
  })
})
