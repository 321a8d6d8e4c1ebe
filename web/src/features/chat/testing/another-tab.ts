import { sessionStorageKey } from '#web/lib/session-store.ts'
import { sessionOf } from '#web/lib/testing/tokens.ts'

/**
 * Replaces the session as another tab does: a user signs in, or the user signs out if `sub` is undefined. Returns a
 * function that delivers the event of this change.
 */
export const changeUserInAnotherTab = (sub?: string): (() => void) => {
  const oldValue = localStorage.getItem(sessionStorageKey)
  const newValue = sub === undefined ? null : JSON.stringify(sessionOf({ sub }))
  if (newValue === null) localStorage.removeItem(sessionStorageKey)
  else localStorage.setItem(sessionStorageKey, newValue)
  const change = { key: sessionStorageKey, oldValue, newValue, storageArea: localStorage }
  return () => {
    window.dispatchEvent(new StorageEvent('storage', change))
  }
}
