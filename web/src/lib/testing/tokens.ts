import * as storageKeys from '#shared/values/storage-keys.ts'
import { removeSessionText } from '../session-storage.ts'
import { storeSession } from '../session-store.ts'
import type { Session } from '../session-store.ts'
import { sessionFrom } from '../tokens.ts'

interface TokenFacts {
  sub?: string
  email?: string
  /** Seconds since 1970. */
  iat?: number
  lifeSeconds?: number
  /** Time of the sign-in, in seconds since 1970. Default: the time when the token was issued. */
  authTime?: number
  /** Makes one token differ from another with the same facts. */
  jti?: string
}

/** Creates a token with a made-up signature, which the browser does not verify. */
export const createToken = ({
  sub = 'user-1',
  email,
  iat,
  lifeSeconds = 600,
  authTime,
  jti,
}: TokenFacts = {}): string => {
  const issuedAt = iat ?? Math.floor(Date.now() / 1000)
  const claims = {
    sub,
    email,
    iat: issuedAt,
    exp: issuedAt + lifeSeconds,
    auth_time: authTime ?? issuedAt,
    jti,
  }
  return ['{"alg":"none"}', JSON.stringify(claims), 'signature'].map((part) => btoa(part)).join('.')
}

/** Creates a session of tokens that have just been issued. */
export const sessionOf = (facts: TokenFacts = {}): Session => {
  const email = facts.email ?? 'member@agents.example'
  return sessionFrom(
    { accessToken: createToken(facts), idToken: createToken({ ...facts, email }), refreshToken: 'refresh-1' },
    Date.now(),
  )
}

/** Stores a session in the browser, as if its user had signed in before. */
export const signedInAs = (facts: TokenFacts = {}, remember = true): Session => {
  const session = sessionOf(facts)
  storeSession(session, 'SIGNED_IN', remember)
  return session
}

/** Clears the browser's storage, the consent cookie and the session and goes to the home page. */
export const freshBrowser = (): void => {
  localStorage.clear()
  document.cookie = `${storageKeys.cookieConsent}=; max-age=0; path=/`
  sessionStorage.clear()
  removeSessionText()
  window.history.replaceState(null, '', '/')
}
