import * as paths from '#shared/values/site-map.ts'

type Expiring = { readonly expires_at?: string | undefined } | undefined

/** Returns the address that a referrer shares: the sign-up page with their token. */
export const referralLink = (siteUrl: string, token: string): string =>
  `${siteUrl}${paths.signUp}?${new URLSearchParams({ ref: token }).toString()}`

/** Returns true if the token exists and has not expired. */
export const isTokenValid = (token: Expiring, now: Date): boolean =>
  token !== undefined && !isTokenExpired(token, now)

/** Returns true if the token has an expiry time, set by an operator, and that time has passed. */
export const isTokenExpired = (token: Expiring, now: Date): boolean =>
  token?.expires_at !== undefined && Date.parse(token.expires_at) <= now.getTime()
