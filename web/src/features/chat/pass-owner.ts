import { currentSession } from '#web/lib/session-store.ts'
import type { Pass } from './session-state.ts'

/**
 * Remembers the user of an account's pass. Returns a function that tells whether that user has signed out since. A
 * guest's pass belongs to the browser, not to a user.
 */
export const watchUserOf = ({ guestKey }: Pass): (() => boolean) => {
  const userId = currentSession()?.user.id
  return () => guestKey === undefined && currentSession()?.user.id !== userId
}
