import { createReferral } from '#shared/contract/referrals.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/referrals/create-referral',
  source: { operation: createReferral },
  permissions: { table: ['PutItem'], site: true },
})
