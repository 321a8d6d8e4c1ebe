/** The addresses at which a new password is chosen: for members, and for those who came from `/admin-login`. */
export const resetPaths = ['/reset-password', '/reset-password?from=admin'] as const

/**
 * Where the link of a password reset leads. What the request asks for counts only if it is one of our own
 * addresses to the letter; parsing it would be a way in for look-alikes.
 */
export const resetLanding = (redirectTo: string | undefined, siteUrl: string): `/${string}` =>
  resetPaths.find((path) => redirectTo === path || redirectTo === `${siteUrl}${path}`) ?? resetPaths[0]
