import type { Session, SessionUser } from './session-store.ts'

/** The claims of a token that the browser needs. It does not check the signature: the server does. */
interface Claims {
  sub: string
  /** Seconds since 1970, by the clock of the issuer. */
  iat: number
  exp: number
  email?: string
}

export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  /** Carries the address of the person; a link brings none. */
  idToken?: string
}

/** Reads a token's claims; throws when it is not a token. */
export const claimsOf = (token: string): Claims => {
  const payload = token.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (!isClaims(claims)) throw new Error('The token lacks its subject or its times')
  return claims
}

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' &&
  value !== null &&
  'sub' in value &&
  typeof value.sub === 'string' &&
  'iat' in value &&
  typeof value.iat === 'number' &&
  'exp' in value &&
  typeof value.exp === 'number'

/**
 * The session for tokens that have just been issued. The issuer's clock and this browser's may differ:
 * `iat` is taken as now, and the end is kept by the browser's clock.
 *
 * @param now milliseconds since 1970
 */
export const sessionFrom = (tokens: IssuedTokens, now: number, earlier?: SessionUser): Session => {
  const access = claimsOf(tokens.accessToken)
  const email = tokens.idToken ? claimsOf(tokens.idToken).email : access.email
  const expires_in = access.exp - access.iat
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    expires_at: Math.floor(now / 1000) + expires_in,
    expires_in,
    token_type: 'bearer',
    user: {
      id: access.sub,
      email: email ?? (earlier?.id === access.sub ? earlier.email : ''),
      identities: [{ provider: 'email', id: access.sub }],
      factors: [],
    },
  }
}
