import { adminCall } from './admin-call.ts'

/** Every referral link, newest first. Throws `CallError`. */
export const listReferrals = () => adminCall('list-referrals', {})
