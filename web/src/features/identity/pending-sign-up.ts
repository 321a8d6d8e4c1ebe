import type { SubscriptionPlan } from '#shared/values/plans.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import type { CallBody } from '#web/lib/call.ts'
import { choosePlan } from '#web/lib/saved-plan.ts'
import { store, stored, storeInTab } from '#web/lib/browser-storage.ts'

/** Stores the plan that the visitor chose on a card or by a link. */
export const savePlan = (plan: SubscriptionPlan): void => {
  store(storageKeys.pendingSignupPlan, plan)
  choosePlan(plan)
}

/** Stores what the steps after email verification need: the address, the profile, the id and the redirect flag. */
export const savePendingSignUp = (body: CallBody<'sign-up'>, id: string | undefined): void => {
  const { firstName, lastName, email, companyName, streetAddress, city, postcode } = body
  const userInfo = {
    email,
    fullName: `${firstName} ${lastName}`,
    companyName,
    streetAddress,
    city,
    postcode,
    numberOfEmployees: body.numberOfEmployees,
    userType: body.userType,
  }
  // An address that is already confirmed is not stored: the user would be asked to open a link that was never sent.
  store(storageKeys.pendingVerificationEmail, body.address_token === undefined ? email : null)
  store(storageKeys.pendingSignupUserInfo, JSON.stringify(userInfo))
  store(storageKeys.pendingReferrerToken, body.referrer_token)
  store(storageKeys.pendingSignupRedirect, 'true')
  store(storageKeys.pendingSignupId, id)
  storeInTab(storageKeys.pendingSignupId, id ?? null)
  if (body.plan) savePlan(body.plan)
}

/** Returns whether a sign-up in this browser still awaits its redirect to payment. */
export const hasPendingRedirect = (): boolean => stored(storageKeys.pendingSignupRedirect) !== null

/** Removes the stored sign-up data that is no longer needed once the account is signed in. */
export const clearPendingSignUp = (): void => {
  store(storageKeys.pendingSignupRedirect, null)
  store(storageKeys.pendingReferrerToken, null)
  store(storageKeys.pendingVerificationEmail, null)
  store(storageKeys.pendingSignupId, null)
}
