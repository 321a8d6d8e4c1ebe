import { validateReferral } from '#shared/contract/referrals.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/referrals/validate-referral',
  source: { operation: validateReferral },
  permissions: { table: ['GetItem'] },
})
