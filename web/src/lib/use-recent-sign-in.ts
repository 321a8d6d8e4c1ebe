import { useState } from 'react'
import { CallError } from './call.ts'
import { signedInAtSeconds, signedInRecently, useSession } from './session.ts'

export interface RecentSignIn {
  /** True if the user has to confirm their identity first. */
  readonly mustConfirm: boolean
  readonly onConfirmed: () => void
  /** Returns whether the server rejected the action because the sign-in is too old. */
  readonly onFailed: (reason: unknown) => boolean
  /** Asks for a more recent sign-in than the current one. */
  readonly onTooOld: () => void
}

/**
 * Tracks whether an action needs a more recent sign-in. `onFailed` records the server's rejection. Any later sign-in
 * clears it, here or in another tab.
 */
export const useRecentSignIn = (maxAgeSeconds: number): RecentSignIn => {
  const { user } = useSession() // rerenders when the user has signed in again, here or in another tab
  const [rejected, setRejected] = useState<number>()
  const isRejected = rejected !== undefined && rejected === signedInAtSeconds()
  const onTooOld = () => setRejected(signedInAtSeconds())
  return {
    mustConfirm: user !== null && (isRejected || !signedInRecently(maxAgeSeconds * 1000)),
    onConfirmed: () => setRejected(undefined),
    onFailed: (reason) => {
      const isTooOld = reason instanceof CallError && reason.code === 'recent_sign_in_needed'
      if (isTooOld) onTooOld()
      return isTooOld
    },
    onTooOld,
  }
}
