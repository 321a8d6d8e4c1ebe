import type { CallBody } from '../../../lib/call.ts'
import { adminCall } from './admin-call.ts'

/** What referrals brought in a range of days. Throws `CallError`. */
export const getReferralAnalytics = (asked: CallBody<'get-referral-analytics'>) =>
  adminCall('get-referral-analytics', asked)
