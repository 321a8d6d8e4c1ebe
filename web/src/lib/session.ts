import * as paths from '#shared/values/site-map.ts'
import { isCheckingLink } from './auth-hash.ts'
import { post } from './call.ts'
import { keepFresh, needsRefresh, requestTokens } from './refresh.ts'
import {
  currentSession,
  dropSession,
  onSessionEvent,
  type Session,
  type SessionUser,
} from './session-store.ts'
import { useStore } from './store.ts'
import { serverNow } from './server-time.ts'
import { claimsOf } from './tokens.ts'
import { clearChatData, clearSessionData } from './user-data.ts'

export interface SessionState {
  session: Session | null
  user: SessionUser | null
  /**
   * True while it is not known yet whether a user is signed in: on the server, until the page is hydrated, and while
   * the server checks the link that a signed-out visitor has opened.
   */
  loading: boolean
}

const subscribe = (listener: () => void): (() => void) => {
  const unsubscribes = [onSessionEvent(listener), isCheckingLink.subscribe(listener), keepFresh()]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/** Returns undefined while it is not known yet whether a user is signed in. */
const knownSession = (): Session | null | undefined =>
  currentSession() ?? (isCheckingLink.get() ? undefined : null)

/** Returns the session. While a component uses it, the access token is kept fresh. */
export const useSession = (): SessionState => {
  const session = useStore<Session | null | undefined>({ get: knownSession, subscribe }, undefined)
  return { session: session ?? null, user: session?.user ?? null, loading: session === undefined }
}

/** Returns when the user signed in, in seconds since 1970. A refresh of the tokens does not change it. */
export const signedInAtSeconds = (): number | undefined => {
  const session = currentSession()
  return session ? claimsOf(session.access_token).auth_time : undefined
}

/** Returns whether the user signed in (by password, emailed link or passkey) within `maxAgeMs`, by the server's clock. */
export const signedInRecently = (maxAgeMs: number): boolean => {
  const signedInAt = signedInAtSeconds()
  return signedInAt !== undefined && serverNow().getTime() - signedInAt * 1000 < maxAgeMs
}

/** Opens a page. Tests replace it. */
export const goTo = (path: string): void => window.location.assign(path)

/**
 * Clears this device, ends the user's sessions everywhere and goes to the home page. Goes there too if the server cannot
 * be reached.
 */
export const signOut = async (redirect = goTo): Promise<void> => {
  const token = await endHere()
  const ended = endSessions(token)
  // Redirects before the call returns, because a late redirect could take the user away from the page that they chose
  // next. Only a token that has expired delays it.
  redirect(paths.home)
  await ended
}

/** Ends the user's sessions on this device and everywhere else. Stays on the page. */
export const endEverywhere = async (): Promise<void> => endSessions(await endHere())

/**
 * Ends the session of this device immediately. Returns an access token with which the server ends the other sessions;
 * undefined if there is none. A token that has expired, or is about to, is exchanged, because the server rejects an
 * expired one.
 */
const endHere = async (): Promise<string | undefined> => {
  const earlier = currentSession()
  dropSession()
  if (earlier) clearSessionData(earlier.user.id)
  else clearChatData()
  if (!earlier || !needsRefresh(earlier, Date.now())) return earlier?.access_token
  const exchange = requestTokens(earlier.refresh_token).then(
    (tokens) => tokens?.accessToken,
    // The pool cannot be reached. The earlier token may still be valid for a moment.
    () => earlier.access_token,
  )
  const timeout = new Promise<string>((resolve) =>
    setTimeout(() => resolve(earlier.access_token), maxExchangeMs),
  )
  return Promise.race([exchange, timeout])
}

/** The user waits for the exchange this long at most, in milliseconds. */
const maxExchangeMs = 3000

const endSessions = async (accessToken: string | undefined): Promise<void> => {
  if (accessToken === undefined) return
  try {
    const response = await post('sign-out', {}, accessToken, { timeoutMs: 5000, keepalive: true })
    await response.text() // A response that is not read keeps its request open.
  } catch {
    // The session is removed from this device already, and the user must not have to wait for the network. The
    // access token expires within minutes.
  }
}

/** Always throws: accounts are created by the sign-up form. */
export const signUp = (): never => {
  throw new Error('Direct signup is deprecated. Use the signup form instead.')
}
