import * as storageKeys from '../../../../shared/values/storage-keys.ts'
import type { CallAnswer, CallBody } from '../../lib/call.ts'
import { stored } from '../../lib/stored.ts'
import { getProfile } from './api/get-profile.ts'

type UserInfo = CallBody<'create-checkout'>['userInfo']

/** What is known of the buyer: their profile, or else what they gave at sign-up in this browser. */
export const buyer = async (): Promise<UserInfo> => {
  try {
    return fromProfile(await getProfile())
  } catch {
    // The server charges the token's owner whatever this says: a payment must not fail for want of it.
    return fromSignUp(stored(storageKeys.pendingSignupUserInfo))
  }
}

const fromProfile = (profile: CallAnswer<'get-profile'>): UserInfo => ({
  email: profile.email,
  fullName: profile.full_name,
  companyName: profile.company_name,
  streetAddress: profile.street_address,
  city: profile.city,
  postcode: profile.postcode,
  numberOfEmployees: profile.number_of_employees,
  userType: profile.user_type,
})

const fromSignUp = (text: string | null): UserInfo => {
  if (text === null) return undefined
  try {
    const info: UserInfo = JSON.parse(text)
    return info
  } catch {
    // Not what the sign-up form wrote: as good as nothing.
    return undefined
  }
}
