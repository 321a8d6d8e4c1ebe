/**
 * Every address of the site. Pages, emails, functions, CloudFront and tests take addresses from here.
 * Import it as `import * as paths`, so that a bundle contains only the addresses it uses.
 */

// Public pages
export const home = '/'
export const about = '/about'
export const careers = '/careers'
export const complaints = '/complaints'
export const contact = '/contact'
export const faq = '/faq'
export const liveChat = '/livechat'
export const login = '/login'
export const pricing = '/pricing'
export const privacy = '/privacy'
export const signUp = '/signup'
export const terms = '/terms'

// Pages that depend on the visitor's session
export const admin = '/admin'
export const adminInbox = '/admin/inbox'
export const adminUsers = '/admin/users'
export const adminLogin = '/admin-login'
export const library = '/library'
export const members = '/members'
export const paymentCanceled = '/payment-canceled'
export const paymentSuccess = '/payment-success'
export const profile = '/profile'
/** The tickets on the profile. The part after `#` is the id of their card. */
export const profileTickets = '/profile#tickets'
export const resetPassword = '/reset-password'
export const signUpComplete = '/signup-complete'
export const subscribe = '/subscribe'
export const withdraw = '/withdraw'

// Addresses that a function handles
/** Operations: `/functions/<name>`. */
export const functions = '/functions'
/** Emailed links to sign in, confirm an address or reset a password. */
export const verifyLink = '/auth/verify'
/** The link in the pass email of a guest. */
export const restorePass = '/auth/pass'
/** The link in the monthly email about the library that stops it. */
export const stopLibraryEmails = '/auth/library-emails'
export const stripeWebhook = '/webhooks/stripe'
export const chatWebhook = '/webhooks/chat'
/** Short download links: `/d/<token>`. */
export const shortLink = '/d'

/** Pages that the build prerenders to HTML. They are complete without any script. */
export const publicRoutes = [
  home,
  about,
  contact,
  privacy,
  terms,
  complaints,
  faq,
  careers,
  signUp,
  login,
  pricing,
  liveChat,
] as const

/**
 * Sign-in pages. They are prerendered like public pages, so that their forms show early, but are not in the sitemap.
 */
export const signInRoutes = [members, adminLogin] as const

/** Pages that the browser renders, because they depend on the visitor's session. The file of each is a shell. */
export const appRoutes = [
  signUpComplete,
  subscribe,
  profile,
  library,
  paymentSuccess,
  paymentCanceled,
  resetPassword,
  withdraw,
  admin,
] as const

/** App pages that have further addresses below them, such as `/admin/users`. */
export const appRoutesWithParts = [admin] as const

/** Returns the file that CloudFront serves for a page. */
export const fileOfPage = (route: string): string => (route === home ? '/index.html' : `${route}/index.html`)

/** File that CloudFront serves, with status 404, for every other address. */
export const notFoundPage = '/404.html'
