import { useEffect, useRef } from 'react'
import { useSession } from '#web/lib/session.ts'
import { rereadPage } from './run-action.ts'

/** Age in milliseconds after which the whole page is loaded again: billing asks the payment provider. */
const maxAgeMs = 10_000

/**
 * Loads the page again when the user returns to the tab, and the account when the session has a new address: the user may
 * have changed something in another tab or on another device, such as cancelled the subscription.
 *
 * @param reloadAccount must be the same function at every render
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
      // An open dialog may not fit what has changed, and would disappear. The server rejects what no longer fits.
      if (Date.now() - loadedAt < maxAgeMs || document.querySelector('[role="dialog"]')) return
      loadedAt = Date.now()
      rereadPage()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [reloadAccount])
}
