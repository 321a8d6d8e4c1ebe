import { callForPageUser } from './call-for-page-user.ts'
import { CallError } from './call.ts'
import { dropSession } from './session-store.ts'
import { clearSessionData } from './user-data.ts'

/**
 * Sets a new password, and removes all passkeys if `removesPasskeys`. The server then ends all of the user's sessions,
 * so the session of this browser is removed. `passwordErrorText` returns the text for what this throws.
 */
export const updatePassword = async (password: string, removesPasskeys = false): Promise<void> => {
  await callForPageUser('update-password', { password, ...(removesPasskeys && { remove_passkeys: true }) })
  clearSessionData(dropSession())
}

/**
 * Returns the text to show when a new password could not be set. `mayBeSet`: an earlier attempt may have set it, which ends
 * the session.
 */
export const passwordErrorText = (failure: unknown, mayBeSet = false): string => {
  if (mayBeSet && isSessionEnd(failure))
    return `${passwordMayBeSet} Please try to sign in with it. If that doesn’t work, request a new password reset email.`
  if (isSessionEnd(failure)) return sessionExpired
  if (!(failure instanceof CallError) || failure.status === 0)
    return 'An unexpected error occurred. Please try again.'
  if (failure.code === 'recent_sign_in_needed') return sessionExpired
  if (failure.code === 'password_unchanged' || failure.code === 'password_too_weak') return failure.message
  return 'Could not update password. Please try again.'
}

const isSessionEnd = (failure: unknown): boolean =>
  failure instanceof CallError
    ? failure.status === 401
    : failure instanceof Error && failure.message === 'No active session'

/** The first sentence of the text for a user whose session has ended after an attempt without a response. */
export const passwordMayBeSet = 'Your new password may have been set already.'

/** Returns whether the server may have set the password although the attempt failed. */
export const maySetPassword = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === 0 || failure.status >= 500)

const sessionExpired = 'Session expired. Please request a new password reset email.'
