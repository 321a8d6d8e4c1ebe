import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { callForPageUser, forPageUser } from './call-for-page-user.ts'
import { CallError } from './call.ts'
import { checkTokens } from './link-tokens.ts'
import { endEverywhere, goTo } from './session.ts'
import { currentSession, dropSession, type Session } from './session-store.ts'
import { store } from './browser-storage.ts'
import { clearSessionData } from './user-data.ts'

/** The ways to sign out that few pages have. `signOut` is in the header of every page. */

/**
 * Returns whether the server has ended the sessions although it reported an error. It records their end even if the
 * user pool cannot revoke the refresh tokens. The server accepted this session's token for the failed request, so if it
 * rejects the token now, the sessions have ended.
 */
const hasEndedSessions = async (failure: unknown, session: Session): Promise<boolean> => {
  if (!(failure instanceof CallError) || failure.status < 500) return false
  const { access_token: accessToken, refresh_token: refreshToken } = session
  const { result } = await checkTokens({ accessToken, refreshToken })
  return result === 'invalid' || result === 'expired'
}

/** Ends the user's sessions on the server. Throws if it could not end them. */
const endAllSessions = async (): Promise<void> => {
  try {
    await callForPageUser('sign-out', {})
  } catch (failure) {
    const session = currentSession()
    // If there is no session, the server has rejected it: all sessions of the user have ended already.
    if (session !== null && !(await hasEndedSessions(failure, session))) throw failure
  }
}

/**
 * Ends the user's sessions on all devices, then goes to the home page.
 *
 * @throws if the server could not end them. The user then stays signed in on this device
 */
export const signOutEverywhere = async (redirect = goTo): Promise<void> => {
  await forPageUser(endAllSessions)
  clearSessionData(dropSession())
  redirect(paths.home)
}

/** Removes everything about sign-ins and reloads the page, for a browser in which sign-in no longer works. */
export const hardReset = async (reload = () => window.location.reload()): Promise<void> => {
  await endEverywhere()
  clearSessionData()
  store(storageKeys.pendingLoginRedirect, null)
  reload()
}
