import { useCallback, useEffect, useRef } from 'react'
import { rereadAccess } from '#web/lib/access.ts'
import { useSession } from '#web/lib/session.ts'

/** Age in milliseconds after which access and billing are loaded again. Billing asks the payment provider. */
const maxAgeMs = 10_000

/**
 * Calls a function when the user returns to the tab.
 *
 * @param onReturn must be the same function at every render
 */
const useReturnToTab = (onReturn: () => void): void =>
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState !== 'hidden') onReturn()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [onReturn])

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
  useReturnToTab(reload)
}

/**
 * Loads access and billing again when the user returns to the tab, for example after a cancellation on another device.
 *
 * @param reloadBilling must be the same function at every render
 */
export const useCurrentBilling = (reloadBilling: () => void): void => {
  const loadedAt = useRef(Date.now())
  const onReturn = useCallback(() => {
    if (Date.now() - loadedAt.current < maxAgeMs) return
    // An open dialog may not fit what has changed, and would disappear. The server rejects what no longer fits.
    if (document.querySelector('[role="dialog"]')) return
    loadedAt.current = Date.now()
    void rereadAccess()
    reloadBilling()
  }, [reloadBilling])
  useReturnToTab(onReturn)
}
