import { useState } from 'react'
import { useSession } from './session.ts'

/**
 * Returns the path that the sign-in page should lead back to: the given one if the page was opened without a session.
 * Undefined if a user was signed in on the page, because after their session has ended, another user may sign in.
 */
export const useReturnPath = (path: string): string | undefined => {
  const { user } = useSession()
  const [hadUser, setHadUser] = useState(false)
  if (user && !hadUser) setHadUser(true)
  return hadUser ? undefined : path
}
