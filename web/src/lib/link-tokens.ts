import type { CallResult } from './call.ts'
import { post } from './call.ts'
import { askAboutLink } from './link-question.ts'
import { serverNow } from './server-time.ts'
import { currentSession, storeSession, type Session } from './session-store.ts'
import { claimsOf, sessionFrom } from './tokens.ts'
import { clearDataOfOthers, clearSessionData } from './user-data.ts'

/** The tokens that an emailed link puts into the address. */
export interface LinkTokens {
  accessToken: string
  refreshToken: string
}

/** Result of a check by the server. `unchecked`: the server could not be reached, or failed. */
export type CheckedTokens =
  | { readonly result: 'accepted'; readonly session: Session }
  | { readonly result: 'expired' | 'invalid' | 'unchecked' }

/** Time limit of the check, in milliseconds. */
const checkMs = 15_000

/** Asks the server whether the tokens are genuine and still valid. Changes nothing. */
export const checkTokens = async (tokens: LinkTokens): Promise<CheckedTokens> => {
  const expiresAtMs = expiryOf(tokens.accessToken)
  if (expiresAtMs === undefined) return { result: 'invalid' }
  try {
    const response = await post('get-profile', {}, tokens.accessToken, { timeoutMs: checkMs })
    if (response.status === 200) return accepted(tokens, await response.json())
    await response.text() // A response that is not read keeps its request open.
    if (response.status !== 401 && response.status !== 403) return { result: 'unchecked' }
    return { result: expiresAtMs < serverNow().getTime() ? 'expired' : 'invalid' }
  } catch {
    // The link may be valid, and the user can try again.
    return { result: 'unchecked' }
  }
}

const accepted = (tokens: LinkTokens, { email }: CallResult<'get-profile'>): CheckedTokens => {
  const session = sessionFrom(tokens, Date.now())
  return { result: 'accepted', session: { ...session, user: { ...session.user, email } } }
}

/** Returns when the token expires, in milliseconds since 1970; undefined when it is malformed. */
const expiryOf = (accessToken: string): number | undefined => {
  try {
    return claimsOf(accessToken).exp * 1000
  } catch {
    // Truncated by an email program, or made up.
    return undefined
  }
}

/**
 * Replaces the current session with one that the server has accepted. If another user is signed in, asks first. The new
 * session lasts as long as the replaced one would have; a first session is remembered. Returns whether the session was
 * replaced.
 */
export const adoptSession = async (
  session: Session,
  event: 'SIGNED_IN' | 'PASSWORD_RECOVERY' = 'SIGNED_IN',
): Promise<boolean> => {
  const current = currentSession()?.user
  if (current && current.id !== session.user.id) {
    const isWanted = await askAboutLink({ kind: 'switch', from: current.email, to: session.user.email })
    if (!isWanted) return false
    clearSessionData(current.id)
  }
  clearDataOfOthers(session.user)
  storeSession(session, event)
  return true
}
