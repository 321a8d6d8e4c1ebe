import { storeSession } from '../session-store.ts'
import type { Session } from '../session-store.ts'
import { sessionFrom } from '../tokens.ts'

interface TokenFacts {
  sub?: string
  email?: string
  /** Seconds since 1970. */
  iat?: number
  lifeSeconds?: number
  /** Makes one token differ from another with the same facts. */
  jti?: string
}

/** A token with a made-up signature: the browser reads tokens and never checks them. */
export const aToken = ({ sub = 'user-1', email, iat, lifeSeconds = 600, jti }: TokenFacts = {}): string => {
  const issuedAt = iat ?? Math.floor(Date.now() / 1000)
  const claims = { sub, email, iat: issuedAt, exp: issuedAt + lifeSeconds, jti }
  return ['{"alg":"none"}', JSON.stringify(claims), 'signature'].map((part) => btoa(part)).join('.')
}

/** Puts a session into the browser's storage, as if its owner had signed in before. */
export const signedInAs = (facts: TokenFacts = {}, remember = true): Session => {
  const email = facts.email ?? 'member@agents.example'
  const session = sessionFrom(
    { accessToken: aToken(facts), idToken: aToken({ ...facts, email }), refreshToken: 'refresh-1' },
    Date.now(),
  )
  storeSession(session, 'SIGNED_IN', remember)
  return session
}

/** Leaves the browser as a first visitor finds it. */
export const freshBrowser = (): void => {
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
}
