import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { AuthError, invalidCredentials, translateAuthError, unconfirmedAddress } from './auth-error.ts'
import { isCheckingLink } from './auth-hash.ts'
import { callAsGuest, post } from './call.ts'
import { cleanEmail } from './clean-email.ts'
import { signInToPool } from './cognito-sign-in.ts'
import { freshSession, keepFresh } from './refresh.ts'
import {
  currentSession,
  dropSession,
  onSessionEvent,
  storeSession,
  type Session,
  type SessionUser,
} from './session-store.ts'
import { useStore } from './store.ts'
import { store } from './stored.ts'
import { serverNow } from './server-time.ts'
import { claimsOf, sessionFrom, type IssuedTokens } from './tokens.ts'
import { clearSessionData, clearSignUpOfOthers } from './user-data.ts'

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

export interface SignInOptions {
  /** Keep the session when the browser closes. */
  remember?: boolean
  /** Checks the password and returns the tokens. */
  authenticate?: (email: string, password: string) => Promise<IssuedTokens>
}

/**
 * Ends any earlier session everywhere, then signs in. Throws an `Error` with a message to show:
 * 'Invalid login credentials', 'Email not confirmed', 'Rate limit exceeded…' or another reason.
 */
export const signIn = async (
  email: string,
  password: string,
  { remember = true, authenticate = signInToPool }: SignInOptions = {},
): Promise<Session> => {
  // An expired token cannot end a session. If it cannot be refreshed, that session is over already, or the network
  // is down and the sign-in reports it.
  await freshSession().catch(() => undefined)
  await endEverywhere()
  const address = cleanEmail(email).toLowerCase()
  const tokens = await authenticate(address, password).catch(async (failure: unknown) => {
    throw await explainSignInError(translateAuthError(failure), address, password)
  })
  const session = sessionFrom(tokens, Date.now())
  clearSignUpOfOthers(address)
  storeSession(session, 'SIGNED_IN', remember)
  return session
}

/**
 * Returns the error to show. The pool has no address of a pending sign-up and rejects it like a wrong password, so the
 * server distinguishes the two.
 */
const explainSignInError = async (error: Error, email: string, password: string): Promise<Error> => {
  if (error.message !== invalidCredentials) return error
  try {
    const { pending } = await callAsGuest('check-pending-sign-up', { email, password }, { timeoutMs: 5000 })
    return pending ? new AuthError(unconfirmedAddress) : error
  } catch {
    // The server cannot be reached or has had too many requests. The pool's answer is true in any case.
    return error
  }
}

/** Longest age of a sign-in that may delete the account without confirmation, in milliseconds. */
const deletionSignInMs = 10 * 60_000

/**
 * Returns whether the user entered a password or opened an emailed link within `maxAgeMs` (default: ten minutes), by
 * the server's clock.
 */
export const signedInRecently = (maxAgeMs = deletionSignInMs): boolean => {
  const session = currentSession()
  const signedInAt = session ? claimsOf(session.access_token).auth_time : undefined
  return signedInAt !== undefined && serverNow().getTime() - signedInAt * 1000 < maxAgeMs
}

/**
 * Signs in again without leaving the page. Unlike `signIn`, it does not end the earlier session. Throws the same
 * errors, and 'Invalid login credentials' when the address belongs to another account.
 */
export const confirmPassword = async (
  email: string,
  password: string,
  authenticate: SignInOptions['authenticate'] = signInToPool,
): Promise<void> => {
  const tokens = await authenticate(email, password).catch((failure: unknown) => {
    throw translateAuthError(failure)
  })
  const session = sessionFrom(tokens, Date.now())
  if (session.user.id !== currentSession()?.user.id) throw new Error('Invalid login credentials')
  storeSession(session, 'TOKEN_REFRESHED')
}

/** Clears this device, ends the user's sessions everywhere and goes to the home page. */
export const signOut = async (redirect = (path: string) => window.location.assign(path)): Promise<void> => {
  const ended = endEverywhere()
  // Before the call returns: a late redirect could take the user away from the page that they chose next.
  redirect(paths.home)
  await ended
}

/** Removes everything about sign-ins and reloads the page, for a browser in which sign-in no longer works. */
export const hardReset = async (reload = () => window.location.reload()): Promise<void> => {
  await endEverywhere()
  store(storageKeys.pendingLoginRedirect, null)
  reload()
}

/** Ends the user's sessions on this device and everywhere else. Stays on the page. */
export const endEverywhere = async (): Promise<void> => {
  const earlier = currentSession()
  dropSession()
  clearSessionData()
  if (!earlier) return
  try {
    const response = await post('sign-out', {}, earlier.access_token, { timeoutMs: 5000, keepalive: true })
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
