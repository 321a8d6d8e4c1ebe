import { getReferralAnalytics } from '#shared/contract/referrals.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/referrals/get-referral-analytics',
  source: { operation: getReferralAnalytics },
  permissions: { table: ['Query'] },
})
