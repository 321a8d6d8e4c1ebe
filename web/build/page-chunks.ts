import * as paths from '#shared/values/site-map.ts'
import { closure, filesOf, type Manifest } from './manifest.ts'

type Route = (typeof paths.publicRoutes | typeof paths.signInRoutes | typeof paths.appRoutes)[number]

/** Name of the chunk that contains each page. */
export const pageChunks: Readonly<Record<Route | 'not found', string>> = {
  [paths.home]: 'home-page',
  [paths.about]: 'about-page',
  [paths.contact]: 'contact-page',
  [paths.privacy]: 'privacy-page',
  [paths.terms]: 'terms-page',
  [paths.complaints]: 'complaints-page',
  [paths.faq]: 'faq-page',
  [paths.careers]: 'careers-page',
  [paths.pricing]: 'pricing-page',
  [paths.signUp]: 'sign-up-page',
  [paths.signUpComplete]: 'sign-up-complete-page',
  [paths.login]: 'login-page',
  [paths.adminLogin]: 'admin-login-page',
  [paths.members]: 'members-page',
  [paths.resetPassword]: 'reset-password-page',
  [paths.subscribe]: 'subscribe-page',
  [paths.paymentSuccess]: 'payment-success-page',
  [paths.paymentCanceled]: 'payment-canceled-page',
  [paths.liveChat]: 'live-chat-page',
  [paths.withdraw]: 'withdraw-page',
  [paths.profile]: 'profile-page',
  [paths.library]: 'library',
  [paths.admin]: 'admin-page',
  'not found': 'not-found-page',
}

/**
 * Returns the chunks of the app and of one page, so that the browser loads both at the same time. Loaded one after the
 * other, they would wait for the network twice.
 *
 * @throws Error when the build does not have one chunk of the page
 */
export const chunksOfPage = (
  manifest: Manifest,
  entry: string,
  page: keyof typeof pageChunks,
): Set<string> => {
  const name = pageChunks[page]
  const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name)
  if (keys.length !== 1)
    throw new Error(`${page} needs one chunk ${name}, named in page-chunks.ts. The build has ${keys.length}`)
  return closure(manifest, [entry, ...keys])
}

/**
 * Returns the addresses of the files that each section of the admin area needs, without the files that its page loads
 * for every user. `users` is the section of addresses that name none.
 *
 * @throws Error when the build has no section of users
 */
export const filesOfSections = (manifest: Manifest, entry: string): Readonly<Record<string, string[]>> => {
  const loaded = chunksOfPage(manifest, entry, paths.admin)
  const entries = Object.entries(manifest)
  const shell = entries.flatMap(([key, { name }]) => (name === 'admin-shell' ? [key] : []))
  const files = Object.fromEntries(
    entries.flatMap(([key, { name }]) => {
      const section = /^(\w+)-section$/.exec(name ?? '')?.[1]
      if (section === undefined) return []
      const { scripts, styles } = filesOf(
        manifest,
        [...closure(manifest, [...shell, key])].filter((one) => !loaded.has(one)),
      )
      return [[section, [...scripts, ...styles]]]
    }),
  )
  if (shell.length !== 1 || !('users' in files))
    throw new Error('The build lacks the admin area or its users')
  return files
}
