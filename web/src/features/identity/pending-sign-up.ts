import type { SubscriptionPlan } from '../../../../shared/values/plans.ts'
import * as storageKeys from '../../../../shared/values/storage-keys.ts'
import type { CallBody } from '../../lib/call.ts'
import { store, stored } from '../../lib/stored.ts'

/** Remembers the plan that a link or a card chose. */
export const rememberPlan = (plan: SubscriptionPlan): void => {
  store(storageKeys.pendingSignupPlan, plan)
  store(storageKeys.selectedPlan, plan)
}

/** Remembers what the steps after the e-mailed link need: the address, the profile and where to go. */
export const rememberSignUp = (body: CallBody<'sign-up'>): void => {
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
  store(storageKeys.pendingVerificationEmail, email)
  store(storageKeys.pendingSignupUserInfo, JSON.stringify(userInfo))
  store(storageKeys.pendingReferrerToken, body.referrer_token)
  store(storageKeys.pendingSignupRedirect, 'true')
  if (body.plan) rememberPlan(body.plan)
}

export const awaitsRedirect = (): boolean => stored(storageKeys.pendingSignupRedirect) !== null

/** The account is signed in: what was kept for that moment has served. */
export const forgetRedirect = (): void => {
  store(storageKeys.pendingSignupRedirect, null)
  store(storageKeys.pendingReferrerToken, null)
  store(storageKeys.pendingVerificationEmail, null)
}
