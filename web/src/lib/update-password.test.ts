// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { currentSession } from './session-store.ts'
import { fakeServer, poolAddress } from './testing/fake-server.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { signedInAs } from './testing/tokens.ts'
import { passwordErrorText, updatePassword } from './update-password.ts'

inFreshBrowser()

describe('updatePassword', () => {
  test('removes the session that ended with the old password', async () => {
    signedInAs()
    const seen = fakeServer({ '/functions/update-password': { body: { success: true } } })
    await updatePassword('Fresh-lantern-7')
    expect(seen[0]?.body).toEqual({ password: 'Fresh-lantern-7' })
    expect(currentSession()).toBeNull()
  })

  const errorResponse = (status: number, code: string, message = 'A message of the server') => ({
    status,
    body: { error: { code, message } },
  })
  const sessionExpired = 'Session expired. Please request a new password reset email.'

  test.each([
    [errorResponse(403, 'recent_sign_in_needed'), sessionExpired],
    [errorResponse(401, 'unauthorized'), sessionExpired],
    [
      errorResponse(400, 'password_unchanged', 'New password must be different from your current password.'),
      'New password must be different from your current password.',
    ],
    [
      errorResponse(400, 'password_too_weak', 'Password is too weak. Please choose a stronger password.'),
      'Password is too weak. Please choose a stronger password.',
    ],
    [errorResponse(500, 'internal'), 'Could not update password. Please try again.'],
    ['unreachable' as const, 'An unexpected error occurred. Please try again.'],
  ])('returns the text for %j: %s', async (reply, text) => {
    signedInAs()
    fakeServer({
      '/functions/update-password': reply,
      [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
    })
    const failure: unknown = await updatePassword('Fresh-lantern-7').catch((reason: unknown) => reason)
    expect(passwordErrorText(failure)).toBe(text)
  })

  test('returns the texts for an expired session and for an unexpected error', async () => {
    fakeServer({})
    const failure: unknown = await updatePassword('Fresh-lantern-7').catch((reason: unknown) => reason)
    expect(passwordErrorText(failure)).toBe(sessionExpired)
    expect(passwordErrorText(new TypeError('undefined is not a function'))).toBe(
      'An unexpected error occurred. Please try again.',
    )
  })
})
