import { adminCall } from './admin-call.ts'

/** Makes a referral link. Throws `CallError`. */
export const createReferral = (referrerName: string) =>
  adminCall('create-referral', { referrer_name: referrerName })
