import { useEffect, useRef } from 'react'
import { useSession } from '#web/lib/session.ts'

/**
 * Loads an account again when the user returns to the tab, and when the session has a new address: the user may have
 * changed it in another tab or on another device.
 *
 * @param reload must be the same function at every render
 */
export const useCurrentAccount = (reload: () => void): void => {
  const email = useSession().user?.email
  const knownEmail = useRef(email)
  useEffect(() => {
    const isChanged = knownEmail.current !== undefined && email !== undefined && email !== knownEmail.current
    knownEmail.current = email ?? knownEmail.current
    if (isChanged) reload()
  }, [email, reload])
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState !== 'hidden') reload()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [reload])
}
