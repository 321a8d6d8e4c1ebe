import * as storageKeys from '#shared/values/storage-keys.ts'
import type { CallResult, CallBody } from '#web/lib/call.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { stored } from '#web/lib/browser-storage.ts'
import { getProfile } from './api.ts'

type UserInfo = CallBody<'create-checkout'>['userInfo']

/** Returns the buyer's details from the profile or, if that fails, from the sign-up in this browser. */
export const loadBuyer = async (): Promise<UserInfo> => {
  try {
    return fromProfile(await getProfile())
  } catch {
    // The details are optional: the server identifies the buyer by the token.
    return fromSignUp(stored(storageKeys.pendingSignupUserInfo))
  }
}

const fromProfile = (profile: CallResult<'get-profile'>): UserInfo => ({
  email: profile.email,
  fullName: profile.full_name,
  companyName: profile.company_name,
  streetAddress: profile.street_address,
  city: profile.city,
  postcode: profile.postcode,
  numberOfEmployees: profile.number_of_employees,
  userType: profile.user_type,
})

/** Ignores the sign-up of another person, who may have used this browser before. */
const fromSignUp = (text: string | null): UserInfo => {
  if (text === null) return undefined
  try {
    const info: UserInfo = JSON.parse(text)
    return info?.email === currentSession()?.user.email ? info : undefined
  } catch {
    // The sign-up form did not write this value, so it is ignored.
    return undefined
  }
}
