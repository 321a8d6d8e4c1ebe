import { lazyPage, type LazyPage } from './lazy-page.tsx'

/** The page behind each address. */
export const pages: Readonly<Record<string, LazyPage>> = {
  '/': lazyPage(() => import('../features/site/home/home-page.tsx')),
  '/about': lazyPage(() => import('../features/site/pages/about-page.tsx')),
  '/contact': lazyPage(() => import('../features/site/pages/contact-page.tsx')),
  '/privacy': lazyPage(() => import('../features/site/pages/privacy-page.tsx')),
  '/terms': lazyPage(() => import('../features/site/pages/terms-page.tsx')),
  '/complaints': lazyPage(() => import('../features/site/pages/complaints-page.tsx')),
  '/faq': lazyPage(() => import('../features/site/pages/faq-page.tsx')),
  '/careers': lazyPage(() => import('../features/site/pages/careers-page.tsx')),
  '/pricing': lazyPage(() => import('../features/site/pages/pricing-page.tsx')),
  '/signup': lazyPage(() => import('../features/identity/pages/sign-up-page.tsx')),
  '/signup-complete': lazyPage(() => import('../features/identity/pages/sign-up-complete-page.tsx')),
  '/login': lazyPage(() => import('../features/identity/pages/login-page.tsx')),
  '/admin-login': lazyPage(() => import('../features/identity/pages/admin-login-page.tsx')),
  '/members': lazyPage(() => import('../features/identity/pages/members-page.tsx')),
  '/reset-password': lazyPage(() => import('../features/identity/pages/reset-password-page.tsx')),
  '/subscribe': lazyPage(() => import('../features/billing/pages/subscribe-page.tsx')),
  '/payment-success': lazyPage(() => import('../features/billing/pages/payment-success-page.tsx')),
  '/payment-canceled': lazyPage(() => import('../features/billing/pages/payment-canceled-page.tsx')),
  '/livechat': lazyPage(() => import('../features/chat/pages/live-chat-page.tsx')),
  '/profile': lazyPage(() => import('../features/account/pages/profile-page.tsx')),
  '/library': lazyPage(() => import('../features/library/pages/library-page.tsx')),
  '/admin/*': lazyPage(() => import('../features/admin/pages/admin-page.tsx')),
}

export const notFound = lazyPage(() => import('../features/site/pages/not-found-page.tsx'))

/** `/about/` is `/about`: both reach the same prerendered file. */
const withoutSlash = (pathname: string): string => pathname.replace(/(?<=.)\/+$/, '')

/** The page at an address: one of its own, or that of everything below `/admin`. */
const pageAt = (pathname: string): LazyPage => {
  const path = withoutSlash(pathname)
  const area = /^\/[^/]*/.exec(path)?.[0] ?? ''
  return pages[path] ?? pages[`${area}/*`] ?? notFound
}

/** Fetches the code of the page at an address. */
export const preloadPage = (pathname: string): Promise<void> => pageAt(pathname).preload()
