import * as paths from '#shared/values/site-map.ts'
import type { AccessState } from '#web/lib/access.ts'
import { unknownAuthError } from './auth-error-report.ts'

const texts: Readonly<Record<string, string>> = {
  otp_expired: 'Your verification link has expired. Please request a new one.',
  access_denied: 'Access was denied. Please try again.',
  invalid_request: 'Invalid verification link. Please request a new one.',
}

/** Texts for used, expired and unknown links that are not verification links, by the `type` of the link. */
const linkTexts: Readonly<Record<string, string>> = {
  emailchange:
    'Your link to change your email address has expired or was already used. If you’ve used it, sign in with your new address. If not, request a new one on your profile.',
  magiclink: 'Your sign-in link has expired or was already used. Please request a new one.',
  restart:
    'Your link to confirm your email address has expired or was already used. Please request a new one.',
  recovery: 'Your reset link has expired or was already used. Please request a new one.',
}

const typeOf = (search: string): string => new URLSearchParams(search).get('type') ?? ''

const ownText = (all: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

/**
 * Texts for users who are signed in, so their address is confirmed. A link does not say for which account it was. The
 * page for a new password, which a reset link opens, itself says what to do next.
 */
const signedInTexts: Readonly<Record<string, string>> = {
  emailchange:
    'Your link to change your email address has expired or was already used. Your profile shows the address that your account has now.',
  magiclink: 'Your sign-in link has expired or was already used, but you’re signed in.',
  signup: 'Your verification link has expired or was already used, but you’re signed in.',
  restart: 'Your link to confirm your email address has expired or was already used, but you’re signed in.',
  recovery: 'Your reset link has expired or was already used.',
}

/**
 * Returns the text about a link that no longer works, by its type. A verification link has a text of its own only for
 * signed-in users.
 */
const linkTextOf = (search: string, isSignedIn: boolean): string | undefined => {
  const type = typeOf(search)
  return (isSignedIn ? ownText(signedInTexts, type) : undefined) ?? ownText(linkTexts, type)
}

/**
 * Returns the page to offer after a link that no longer works and has a text of its own. Undefined if there is none, or
 * while the access that decides it for a signed-in user is not known.
 */
export const nextStepOf = (
  search: string,
  isSignedIn: boolean,
  { access, loading, failed }: AccessState,
): { readonly to: string; readonly label: string } | undefined => {
  const type = typeOf(search)
  if (type === 'emailchange') return { to: paths.profile, label: 'Go to your profile' }
  if (!isSignedIn) return { to: paths.login, label: 'Get a new link' }
  // New reset links are requested on the sign-in page, which redirects signed-in users.
  if (type === 'recovery' || loading) return undefined
  // The library offers to check again. A member must not be led to pay because the check failed.
  return failed || access.isSubscribed || access.isAdmin
    ? { to: paths.library, label: 'Go to the library' }
    : { to: paths.subscribe, label: 'Choose your access' }
}

/**
 * Returns whether the link has a text of its own. All other links are verification links, which can be requested again.
 */
export const hasTextForLinkType = (search: string, isSignedIn: boolean): boolean =>
  linkTextOf(search, isSignedIn) !== undefined

/** Limit in characters. Anyone can write a link with a description, so long texts are cut off. */
const maxDescriptionLength = 200

/**
 * Returns the text for an error that an authentication link reports in its query. Prefers `error_code`, which
 * is more exact than `error`.
 */
export const authErrorText = (search: string, isSignedIn = false): string => {
  const query = new URLSearchParams(search)
  const codes = [query.get('error_code'), query.get('error')]
  const linkText = linkTextOf(search, isSignedIn)
  if (linkText && codes.includes('otp_expired')) return linkText
  return (
    codes.map((code) => ownText(texts, code ?? '')).find(Boolean) ||
    query.get('error_description')?.trim().slice(0, maxDescriptionLength) ||
    unknownAuthError
  )
}
