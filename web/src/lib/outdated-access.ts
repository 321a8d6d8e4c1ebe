import { refreshAccess } from './access.ts'
import { CallError } from './call.ts'

/** Rejections that mean that the page is out of date: the account has changed in another tab or at Stripe. */
const outdatedCodes: ReadonlySet<string | undefined> = new Set([
  'already_subscribed',
  'payment_due',
  'payment_disputed',
])

/** Loads the access status again if a purchase was rejected because the page is out of date. */
export const refreshIfOutdated = (failure: unknown): void => {
  if (failure instanceof CallError && outdatedCodes.has(failure.code)) void refreshAccess()
}
