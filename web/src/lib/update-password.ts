import { call, CallError } from './call.ts'
import { clearChatState } from './chat-state.ts'
import { dropSession } from './session-store.ts'

/**
 * Sets a new password. The server ends every session with it, this one included, so this device forgets it.
 * Throws what `passwordErrorText` has words for.
 */
export const updatePassword = async (password: string): Promise<void> => {
  await call('update-password', { password })
  dropSession()
  clearChatState()
}

/** What to say when a new password was not taken. */
export const passwordErrorText = (failure: unknown): string => {
  if (failure instanceof Error && failure.message === 'No active session') return lostSession
  if (!(failure instanceof CallError) || failure.status === 0)
    return 'An unexpected error occurred. Please try again.'
  if (failure.status === 401 || failure.code === 'recent_sign_in_needed') return lostSession
  if (failure.code === 'password_unchanged' || failure.code === 'password_too_weak') return failure.message
  return 'Could not update password. Please try again.'
}

const lostSession = 'Session expired. Please request a new password reset email.'
