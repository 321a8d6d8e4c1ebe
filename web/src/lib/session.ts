import { useSyncExternalStore } from 'react'
import * as storageKeys from '../../../shared/values/storage-keys.ts'
import { translateAuthError } from './auth-error.ts'
import { post } from './call.ts'
import { clearChatState } from './chat-state.ts'
import { signInToPool } from './cognito-sign-in.ts'
import * as paths from './paths.ts'
import { freshSession, keepFresh } from './refresh.ts'
import { currentSession, dropSession, onSessionEvent, storeSession } from './session-store.ts'
import type { Session, SessionUser } from './session-store.ts'
import { store } from './stored.ts'
import { sessionFrom } from './tokens.ts'
import type { IssuedTokens } from './tokens.ts'

export interface SessionState {
  session: Session | null
  user: SessionUser | null
  /** True on the server and until the page is hydrated: whether somebody is signed in is not known yet. */
  loading: boolean
}

const watch = (changed: () => void): (() => void) => {
  const stopListening = onSessionEvent(changed)
  const stopRefreshing = keepFresh()
  return () => {
    stopListening()
    stopRefreshing()
  }
}

/** Who is signed in. While a component uses it, the access token is kept fresh. */
export const useSession = (): SessionState => {
  const session = useSyncExternalStore<Session | null | undefined>(watch, currentSession, () => undefined)
  return { session: session ?? null, user: session?.user ?? null, loading: session === undefined }
}

export interface SignInOptions {
  /** Keep the session when the browser closes. */
  remember?: boolean
  /** Proves the password and brings the tokens. */
  prove?: (email: string, password: string) => Promise<IssuedTokens>
}

/**
 * Ends any earlier session, everywhere, then signs in. Throws an `Error` in the words of our screens:
 * 'Invalid login credentials', 'Email not confirmed', 'Rate limit exceeded…' or what else went wrong.
 */
export const signIn = async (
  email: string,
  password: string,
  { remember = true, prove = signInToPool }: SignInOptions = {},
): Promise<Session> => {
  // A token that has run out could end nothing. Where none can be had, that session is over already, or the
  // network is down and the sign-in will say so.
  await freshSession().catch(() => undefined)
  await endEverywhere()
  const tokens = await prove(email.trim().toLowerCase(), password).catch((failure: unknown) => {
    throw translateAuthError(failure)
  })
  const session = sessionFrom(tokens, Date.now())
  storeSession(session, 'SIGNED_IN', remember)
  return session
}

/** Clears this device, ends the person's sessions everywhere and goes to the home page. */
export const signOut = async (leave = (path: string) => window.location.assign(path)): Promise<void> => {
  const ended = endEverywhere()
  // At once: whoever has pressed the button must not be fetched away from the next page they choose.
  leave(paths.home)
  await ended
}

/** For a browser in which nobody can sign in any more: forgets everything about sign-ins and starts again. */
export const hardReset = async (reload = () => window.location.reload()): Promise<void> => {
  await endEverywhere()
  store(storageKeys.pendingLoginRedirect, null)
  reload()
}

/** Ends the session on this device and everywhere else, and stays on the page. */
export const endEverywhere = async (): Promise<void> => {
  const earlier = currentSession()
  dropSession()
  clearChatState()
  // Until when the person's pass runs; a guest's is asked for again with its key.
  store(storageKeys.sessionExpiry, null)
  if (!earlier) return
  try {
    const answer = await post('sign-out', {}, earlier.access_token, { timeoutMs: 5000, keepalive: true })
    await answer.text() // An answer that nobody reads keeps its request open.
  } catch {
    // This device has forgotten the session already, and the person must not be kept waiting by a network
    // that is down. The access token ends within minutes by itself.
  }
}

/** Sign-up goes through the form's own operation. */
export const signUp = (): never => {
  throw new Error('Direct signup is deprecated. Use the signup form instead.')
}
