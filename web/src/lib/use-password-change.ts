import { useState } from 'react'
import { recentSignInSeconds } from '#shared/values/limits.ts'
import { CallError } from './call.ts'
import { signedInRecently, useSession } from './session.ts'

/**
 * Returns whether the user has to confirm their identity before they may choose a new password, change their email
 * address or add a passkey. `onFailed` recognises that the server asks for it, and `onConfirmed` ends this state.
 */
export const usePasswordChange = () => {
  const { user } = useSession() // rerenders when the user has signed in again, here or in another tab
  const [isRejected, setRejected] = useState(false)
  return {
    mustConfirm: user !== null && (isRejected || !signedInRecently(recentSignInSeconds * 1000)),
    onConfirmed: () => setRejected(false),
    /** Returns whether the server rejected the change because the sign-in is too old. */
    onFailed: (reason: unknown): boolean => {
      const isTooOld = reason instanceof CallError && reason.code === 'recent_sign_in_needed'
      if (isTooOld) setRejected(true)
      return isTooOld
    },
  }
}
