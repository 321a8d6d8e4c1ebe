import * as paths from '#shared/values/site-map.ts'
import { lazyPage, type LazyPage } from './lazy-page.tsx'

type Route = (typeof paths.publicRoutes | typeof paths.signInRoutes | typeof paths.appRoutes)[number]

/** All addresses of the admin area have one page. */
const adminPages = `${paths.admin}/*` as const

/** The page of each route. */
const pages: Readonly<Record<string, LazyPage>> = {
  [paths.home]: lazyPage(() => import('#web/features/site/home/home-page.tsx')),
  [paths.about]: lazyPage(() => import('#web/features/site/pages/about-page.tsx')),
  [paths.contact]: lazyPage(() => import('#web/features/site/pages/contact-page.tsx')),
  [paths.privacy]: lazyPage(() => import('#web/features/site/pages/privacy-page.tsx')),
  [paths.terms]: lazyPage(() => import('#web/features/site/pages/terms-page.tsx')),
  [paths.complaints]: lazyPage(() => import('#web/features/site/pages/complaints-page.tsx')),
  [paths.faq]: lazyPage(() => import('#web/features/site/pages/faq-page.tsx')),
  [paths.careers]: lazyPage(() => import('#web/features/site/pages/careers-page.tsx')),
  [paths.pricing]: lazyPage(() => import('#web/features/site/pages/pricing-page.tsx')),
  [paths.signUp]: lazyPage(() => import('#web/features/identity/pages/sign-up-page.tsx')),
  [paths.signUpComplete]: lazyPage(() => import('#web/features/identity/pages/sign-up-complete-page.tsx')),
  [paths.login]: lazyPage(() => import('#web/features/identity/pages/login-page.tsx')),
  [paths.adminLogin]: lazyPage(() => import('#web/features/identity/pages/admin-login-page.tsx')),
  [paths.members]: lazyPage(() => import('#web/features/identity/pages/members-page.tsx')),
  [paths.resetPassword]: lazyPage(() => import('#web/features/identity/pages/reset-password-page.tsx')),
  [paths.subscribe]: lazyPage(() => import('#web/features/subscriptions/pages/subscribe-page.tsx')),
  [paths.paymentSuccess]: lazyPage(() => import('#web/features/payments/pages/payment-success-page.tsx')),
  [paths.paymentCanceled]: lazyPage(() => import('#web/features/payments/pages/payment-canceled-page.tsx')),
  [paths.liveChat]: lazyPage(() => import('#web/features/chat/pages/live-chat-page.tsx')),
  [paths.withdraw]: lazyPage(() => import('#web/features/withdrawals/pages/withdraw-page.tsx')),
  [paths.profile]: lazyPage(() => import('#web/features/account/pages/profile-page.tsx')),
  [paths.library]: lazyPage(() => import('#web/features/library/pages/library-page.tsx')),
  [adminPages]: lazyPage(() => import('#web/features/admin/pages/admin-page.tsx')),
} satisfies Record<Exclude<Route, typeof paths.admin> | typeof adminPages, LazyPage>

const notFound = lazyPage(() => import('#web/features/site/pages/not-found-page.tsx'))

/** Removes a trailing slash: `/about/` and `/about` are the same prerendered file. */
const withoutSlash = (pathname: string): string => pathname.replace(/(?<=.)\/+$/, '')

interface PageRoute {
  /** Pattern of the addresses that the page has, for the router. */
  readonly path: string
  readonly page: LazyPage
}

/** Returns the page at an address. All addresses below `/admin` share one page. */
export const routeAt = (pathname: string): PageRoute => {
  const address = withoutSlash(pathname)
  const area = /^\/[^/]*/.exec(address)?.[0] ?? ''
  for (const path of [address, `${area}/*`]) {
    const page = pages[path]
    if (page) return { path, page }
  }
  return { path: '*', page: notFound }
}

/** Returns whether the code of the page at an address has been loaded. */
export const isPageLoaded = (pathname: string): boolean => routeAt(pathname).page.isLoaded()

/** Loads the code of the page at an address. */
export const preloadPage = (pathname: string): Promise<void> => routeAt(pathname).page.preload()
