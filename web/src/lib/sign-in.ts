import { AuthError, invalidCredentials, translateAuthError, unconfirmedAddress } from './auth-error.ts'
import { callAnonymously } from './call.ts'
import { cleanEmail } from './clean-email.ts'
import { signInToPool } from './cognito-sign-in.ts'
import { endEverywhere } from './session.ts'
import { currentSession, storeSession, type Session } from './session-store.ts'
import { sessionFrom, type IssuedTokens } from './tokens.ts'
import { clearDataOfOthers } from './user-data.ts'

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
  await endEverywhere()
  const address = cleanEmail(email).toLowerCase()
  const tokens = await authenticate(address, password).catch(async (failure: unknown) => {
    throw await explainSignInError(translateAuthError(failure), address, password)
  })
  const session = sessionFrom(tokens, Date.now())
  clearDataOfOthers({ id: session.user.id, email: address })
  storeSession(session, 'SIGNED_IN', remember)
  return session
}

/**
 * Returns the error to show. The pool does not know the address of a pending sign-up and rejects it like a wrong
 * password, so the server distinguishes the two.
 */
const explainSignInError = async (error: Error, email: string, password: string): Promise<Error> => {
  if (error.message !== invalidCredentials) return error
  try {
    const { pending } = await callAnonymously(
      'check-pending-sign-up',
      { email, password },
      { timeoutMs: 5000 },
    )
    return pending ? new AuthError(unconfirmedAddress) : error
  } catch {
    // The server cannot be reached or has had too many requests. The pool's error is correct either way.
    return error
  }
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
