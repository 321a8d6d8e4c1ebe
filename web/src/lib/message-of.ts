import { brand } from '#shared/values/brand.ts'
import { offlineText } from './auth-error.ts'
import { CallError } from './call.ts'
import { isTooOld } from './too-old.ts'

/** Says what to do when the browser probably lacks a function that the page uses. */
export const tooOldText = `Your browser may be too old for this page. Please update it or use another one. If that doesn’t help, email us at ${brand.supportEmail}.`

/**
 * Returns the message of a failure, or `otherwise` when it has none. Messages of the browser itself are not for users.
 */
export const messageOf = (failure: unknown, otherwise = 'Please try again.'): string =>
  failure instanceof CallError && failure.status === 0 && !navigator.onLine
    ? offlineText
    : textOf(failure, otherwise)

const textOf = (failure: unknown, otherwise: string): string => {
  if (isTooOld(failure)) return tooOldText
  return failure instanceof Error && failure.message !== '' ? failure.message : otherwise
}
