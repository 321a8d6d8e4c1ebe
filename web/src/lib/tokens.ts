import type { Session, SessionUser } from './session-store.ts'

/** The claims of a token that the browser uses. Only the server verifies the signature. */
interface Claims {
  sub: string
  /** Seconds since 1970, by the issuer's clock. */
  iat: number
  exp: number
  /** Time of the sign-in, in seconds since 1970. A refreshed token keeps it. */
  auth_time?: number
  email?: string
}

export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  /** Contains the user's email address. Emailed links have no ID token. */
  idToken?: string
}

/** Decodes the claims of a token. Throws when it is malformed. */
export const claimsOf = (token: string): Claims => {
  const payload = token.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (!isClaims(claims)) throw new Error('Invalid token')
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
 * Builds the session for tokens that have just been issued. The clocks of the issuer and the browser may differ, so
 * `iat` counts as now, and the expiry is stored by the browser's clock.
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
