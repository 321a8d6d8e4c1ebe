/**
 * Every address of the site, in one place: the build prerenders the public ones, the router draws the rest
 * and the edge of the network answers anything else with 404.
 */

/** Prerendered to HTML at build time; complete without any script. */
export const publicRoutes = [
  '/',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/complaints',
  '/faq',
  '/careers',
  '/signup',
  '/login',
  '/pricing',
  '/livechat',
] as const

/** Drawn in the browser from one shell, because they depend on who is looking. */
export const appRoutes = [
  '/admin-login',
  '/members',
  '/signup-complete',
  '/subscribe',
  '/profile',
  '/library',
  '/payment-success',
  '/payment-canceled',
  '/reset-password',
  '/admin',
] as const

/** Application routes with further addresses below them: `/admin/users`. */
export const appRoutePrefixes = ['/admin/'] as const

/** The files that the build writes for what has no file of its own. */
export const appShell = '/app.html'
export const notFoundPage = '/404.html'
