import * as paths from '#shared/values/site-map.ts'

/** Paths of the page that sets a new password: for `/login`, and for requests that came from `/admin-login`. */
export const resetPaths = [paths.resetPassword, `${paths.resetPassword}?from=admin`] as const

/**
 * Returns the path that a password reset link redirects to. A requested address counts only if it equals one
 * of our own addresses exactly: parsing it would let look-alike addresses through.
 */
export const resetRedirect = (redirectTo: string | undefined, siteUrl: string): `/${string}` =>
  resetPaths.find((path) => redirectTo === path || redirectTo === `${siteUrl}${path}`) ?? resetPaths[0]
