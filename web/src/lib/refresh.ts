import { sessionRefreshTicks, sessionTickSeconds } from '#shared/values/limits.ts'
import { siteConfig } from './config.ts'
import { currentSession, dropSession, replaceSession, type Session } from './session-store.ts'
import { sessionFrom } from './tokens.ts'

const lockName = 'auth-session-refresh'
let refreshing: Promise<Session | null> | undefined

/**
 * Returns whether fewer than three ticks of the access token's lifetime remain. `now` is in milliseconds since 1970.
 */
export const needsRefresh = (session: Session, now: number): boolean =>
  session.expires_at - now / 1000 < sessionTickSeconds * sessionRefreshTicks

/**
 * Returns a session whose access token does not expire soon, or null when the user is no longer signed in. While the
 * user pool cannot be reached, returns the session until its token expires.
 */
export const freshSession = async (): Promise<Session | null> => {
  const session = currentSession()
  if (!session || !needsRefresh(session, Date.now())) return session
  try {
    return await refreshSession(session)
  } catch (failure) {
    if (session.expires_at > Date.now() / 1000) return session
    throw failure
  }
}

/**
 * Exchanges the refresh token for new tokens, once for all tabs. The pool rotates refresh tokens: each exchange returns
 * a new one, and the earlier one stays valid for only a minute. If the user pool rejects the refresh token, the session
 * of this device ends. If the user pool cannot be reached, the session stays, and this throws an error with a text for
 * the user.
 */
export const refreshSession = (stale: Session): Promise<Session | null> => {
  refreshing ??= withLock(() => exchangeTokens(stale))
    .catch((cause) => {
      throw new Error('Please try again in a moment.', { cause })
    })
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}

/**
 * Runs a task in one tab at a time. Insecure origins have no locks, and browsers that block storage reject them. Two
 * tabs may then both exchange the same refresh token, which the pool accepts for a minute. Both results are valid, and
 * both tabs continue with the result that was stored first.
 */
const withLock = async <T>(task: () => Promise<T>): Promise<T> => {
  if (!('locks' in navigator)) return task()
  let hasLock = false
  try {
    return await navigator.locks.request(lockName, () => {
      hasLock = true
      return task()
    })
  } catch (failure) {
    if (hasLock) throw failure
    return task()
  }
}

const exchangeTokens = async (stale: Session): Promise<Session | null> => {
  const session = currentSession()
  if (!session || session.access_token !== stale.access_token) return session // another tab was first
  const tokens = await requestTokens(session.refresh_token)
  if (currentSession()?.refresh_token !== session.refresh_token) return currentSession()
  if (!tokens) {
    dropSession()
    return null
  }
  replaceSession(session, sessionFrom(tokens, Date.now(), session.user))
  return currentSession()
}

interface RefreshResponse {
  AuthenticationResult?: { AccessToken?: string; IdToken?: string; RefreshToken?: string }
}

/**
 * Calls Amazon Cognito's GetTokensFromRefreshToken without the sign-in library, because most visits need nothing
 * else of it. Returns undefined when the refresh token is rejected.
 */
export const requestTokens = async (refreshToken: string) => {
  const { region, userPoolClientId, userPoolEndpoint } = await siteConfig()
  const response = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken',
    },
    body: JSON.stringify({ ClientId: userPoolClientId, RefreshToken: refreshToken }),
    signal: AbortSignal.timeout(15_000),
  })
  // Cognito returns 400 both for a rejected token and for throttling. Only a rejected token may sign the user out.
  if (!response.ok) {
    if (/NotAuthorized|UserNotFound|RefreshTokenReuse/.test(await response.text())) return undefined
    throw new Error('No tokens')
  }
  const { AuthenticationResult: result }: RefreshResponse = await response.json()
  if (!result?.AccessToken) throw new Error('No tokens')
  return {
    accessToken: result.AccessToken,
    idToken: result.IdToken,
    refreshToken: result.RefreshToken ?? refreshToken,
  }
}

let callers = 0
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => {
  // A failure does not matter here: the next tick tries again, and a call that needs the token reports it.
  if (document.visibilityState === 'visible') void freshSession().catch(() => undefined)
}

/** Keeps the access token fresh until the returned function is called. Several callers share one timer. */
export const keepFresh = (): (() => void) => {
  callers += 1
  if (callers === 1) {
    timer = setInterval(tick, sessionTickSeconds * 1000)
    document.addEventListener('visibilitychange', tick)
    tick()
  }
  return () => {
    callers -= 1
    if (callers > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
