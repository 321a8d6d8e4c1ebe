import { offlineText } from './auth-error.ts'
import { isTooOld } from './too-old.ts'
import { tooOldText } from './message-of.ts'

/** Returns what the user can do about code that did not arrive, or that the browser cannot run. */
export const codeFailureAdvice = (failure: unknown): string => {
  if (isTooOld(failure)) return tooOldText
  return navigator.onLine ? 'Please try again. If that doesn’t help, reload the page.' : offlineText
}
