import { sessionRefreshTicks, sessionTickSeconds } from '../../../shared/values/limits.ts'
import { siteConfig } from './config.ts'
import { currentSession, dropSession, storeSession } from './session-store.ts'
import type { Session } from './session-store.ts'
import { sessionFrom } from './tokens.ts'

const lockName = 'auth-session-refresh'
let refreshing: Promise<Session | null> | undefined

/** Whether fewer than three ticks of the access token's life remain. @param now milliseconds since 1970 */
export const needsRefresh = (session: Session, now: number): boolean =>
  session.expires_at - now / 1000 < sessionTickSeconds * sessionRefreshTicks

/** A session whose access token is good for a while, or null when nobody is signed in any more. */
export const freshSession = async (): Promise<Session | null> => {
  const session = currentSession()
  if (!session || !needsRefresh(session, Date.now())) return session
  return refreshSession(session)
}

/**
 * Exchanges the refresh token for new tokens, once for all tabs. A refused refresh token ends the session
 * on this device; when the pool cannot be reached the session stays and the failure is thrown.
 */
export const refreshSession = (stale: Session): Promise<Session | null> => {
  refreshing ??= alone(() => exchange(stale)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

const alone = <T>(task: () => Promise<T>): Promise<T> =>
  // Without the lock, as on an insecure origin, two tabs may both refresh: a cost, not a fault.
  'locks' in navigator ? navigator.locks.request(lockName, task) : task()

const exchange = async (stale: Session): Promise<Session | null> => {
  const session = currentSession()
  if (!session || session.access_token !== stale.access_token) return session // another tab was first
  const tokens = await tokensFor(session.refresh_token)
  if (currentSession()?.refresh_token !== session.refresh_token) return currentSession()
  if (!tokens) {
    dropSession()
    return null
  }
  storeSession(sessionFrom(tokens, Date.now(), session.user), 'TOKEN_REFRESHED')
  return currentSession()
}

interface RefreshAnswer {
  AuthenticationResult?: { AccessToken?: string; IdToken?: string; RefreshToken?: string }
}

/**
 * Amazon Cognito's GetTokensFromRefreshToken, called directly: it is all that most visits need of the
 * sign-in library.
 */
const tokensFor = async (refreshToken: string) => {
  const { region, userPoolClientId, userPoolEndpoint } = await siteConfig()
  const answer = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken',
    },
    body: JSON.stringify({ ClientId: userPoolClientId, RefreshToken: refreshToken }),
    signal: AbortSignal.timeout(15_000),
  })
  // Cognito refuses with 400; throttling (also 400) and its own faults must not sign anybody out.
  if (!answer.ok) {
    if (/NotAuthorized|UserNotFound/.test(await answer.text())) return undefined
    throw new Error(`The session could not be refreshed (${answer.status})`)
  }
  const { AuthenticationResult: result }: RefreshAnswer = await answer.json()
  if (!result?.AccessToken) throw new Error('The session could not be refreshed')
  return {
    accessToken: result.AccessToken,
    idToken: result.IdToken,
    refreshToken: result.RefreshToken ?? refreshToken,
  }
}

let keepers = 0
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => {
  // A failure is no news: the next tick tries again, and a call that needs the token reports it.
  if (document.visibilityState === 'visible') void freshSession().catch(() => undefined)
}

/** Keeps the access token fresh while somebody watches the session. Returns the way to stop it. */
export const keepFresh = (): (() => void) => {
  keepers += 1
  if (keepers === 1) {
    timer = setInterval(tick, sessionTickSeconds * 1000)
    document.addEventListener('visibilitychange', tick)
    tick()
  }
  return () => {
    keepers -= 1
    if (keepers > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
