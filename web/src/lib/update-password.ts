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
  dropSession()
  clearSessionData()
}

/** Returns the text to show when a new password could not be set. */
export const passwordErrorText = (failure: unknown): string => {
  if (failure instanceof Error && failure.message === 'No active session') return sessionExpired
  if (!(failure instanceof CallError) || failure.status === 0)
    return 'An unexpected error occurred. Please try again.'
  if (failure.status === 401 || failure.code === 'recent_sign_in_needed') return sessionExpired
  if (failure.code === 'password_unchanged' || failure.code === 'password_too_weak') return failure.message
  return 'Could not update password. Please try again.'
}

const sessionExpired = 'Session expired. Please request a new password reset email.'
