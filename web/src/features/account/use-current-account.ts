import { useEffect, useRef } from 'react'
import { useSession } from '#web/lib/session.ts'
import { rereadPage } from './run-action.ts'

/**
 * Age up to which a return keeps the page's data, in milliseconds. Loading it reads billing from the payment provider.
 */
const maxAgeMs = 10_000

/**
 * Loads the account again when the user returns to the tab, or when the session has a new address. A return also loads the
 * rest of the page: in another tab or on another device, the user may have cancelled the subscription, for example.
 *
 * @param reloadAccount must be the same function on every render
 */
export const useCurrentAccount = (reloadAccount: () => void): void => {
  const email = useSession().user?.email
  const knownEmail = useRef(email)
  useEffect(() => {
    const isChanged = knownEmail.current !== undefined && email !== undefined && email !== knownEmail.current
    knownEmail.current = email ?? knownEmail.current
    if (isChanged) reloadAccount()
  }, [email, reloadAccount])
  useEffect(() => {
    let loadedAt = Date.now()
    const onChange = () => {
      if (document.visibilityState === 'hidden') return
      reloadAccount()
      // A dialog that no longer fits the subscription would disappear while it is used. The server rejects its request.
      if (Date.now() - loadedAt < maxAgeMs || document.querySelector('[role="dialog"]')) return
      loadedAt = Date.now()
      void rereadPage()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [reloadAccount])
}
