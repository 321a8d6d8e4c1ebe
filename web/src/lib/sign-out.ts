import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { call } from './call.ts'
import { endEverywhere, goTo } from './session.ts'
import { currentSession, dropSession } from './session-store.ts'
import { store } from './stored.ts'
import { clearSessionData } from './user-data.ts'

/** The ways to sign out that few pages have. `signOut` is in the header of every page. */

/**
 * Ends the user's sessions on all devices, then goes to the home page.
 *
 * @throws if the server could not end them. The user then stays signed in on this device
 */
export const signOutEverywhere = async (redirect = goTo): Promise<void> => {
  try {
    await call('sign-out', {})
  } catch (failure) {
    // Otherwise the server has rejected the session: it has ended all sessions of the user already.
    if (currentSession() !== null) throw failure
  }
  dropSession()
  clearSessionData()
  redirect(paths.home)
}

/** Removes everything about sign-ins and reloads the page, for a browser in which sign-in no longer works. */
export const hardReset = async (reload = () => window.location.reload()): Promise<void> => {
  await endEverywhere()
  clearSessionData()
  store(storageKeys.pendingLoginRedirect, null)
  reload()
}
