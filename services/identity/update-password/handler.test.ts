import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getProfile, sendPasswordResetEmail, updatePassword } from '#shared/contract/identity.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { pool } from '#test/kit/pool.ts'
import { apiError } from '#test/kit/api-error.ts'

const newPassword = () => `Fresh-${randomUUID()}`
const changed = /password has been changed/

describe('update-password', () => {
  test('changes the password and emails a confirmation', async () => {
    const as = await given.user()
    const password = newPassword()
    // The change deletes the link.
    await callOk(sendPasswordResetEmail, { body: { email: as.email } })
    await callOk(updatePassword, { as, body: { password } })
    await expect(pool.signIn(as.email, as.password)).rejects.toThrow('Incorrect username or password')
    await callOk(getProfile, { as: await pool.signIn(as.email, password) })
    const confirmation = await inbox.waitFor(as.email, changed)
    expect(confirmation.text).not.toContain(password)
    expect(confirmation.html).not.toContain(password)
    // The request ended its own session too, so a repeat changes nothing.
    expect(await call(updatePassword, { as, body: { password } })).toMatchObject(apiError('unauthorized'))
    expect((await inbox.for(as.email)).filter(({ subject }) => changed.test(subject))).toHaveLength(1)
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
})
