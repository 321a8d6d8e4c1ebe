import { onPageRestored } from './page-restored.ts'
import { currentSession, onSessionEvent } from './session-store.ts'
import { createStore, useStore } from './store.ts'

/**
 * The user whose pages this tab shows. Another tab can replace the session at any time, and its event arrives later.
 * Until then, this tab must not act as the new user while it shows the earlier one.
 */

/** Undefined until a user has signed in, and where no page follows the session. */
let shownUserId: string | undefined
/** Number of times that another user has replaced the shown one. */
const changes = createStore(0)

const followSession = (): void => {
  const userId = currentSession()?.user.id
  if (userId === undefined || userId === shownUserId) return
  const isFirst = shownUserId === undefined
  shownUserId = userId
  if (!isFirst) changes.set(changes.get() + 1)
}

/**
 * Reloads the page if another user has signed in. A page restored from the browser's cache has received no events, and
 * would show the earlier user's data.
 */
const reloadForAnother = (): void => {
  if (shownUserId !== undefined && shownUserId !== currentSession()?.user.id) window.location.reload()
}

const subscribe = (listener: () => void): (() => void) => {
  const unsubscribe = changes.subscribe(listener)
  const stopFollowing = onSessionEvent(followSession)
  const stopWatching = onPageRestored(reloadForAnother)
  followSession()
  return () => {
    unsubscribe()
    stopFollowing()
    stopWatching()
    shownUserId = undefined
  }
}

/**
 * Returns a key that changes when another user has signed in. A page with this key starts again then: it keeps nothing
 * of the earlier user. Signing in for the first time and signing out do not change the key.
 */
export const usePageKey = (): number => useStore({ get: changes.get, subscribe }, 0)

/** Throws, and starts the page again, if the tab shows the pages of another user. */
export const requirePageUser = (userId: string): void => {
  if (shownUserId === undefined || shownUserId === userId) return
  followSession()
  throw new Error('Another user has signed in. Please check the page and try again.')
}
