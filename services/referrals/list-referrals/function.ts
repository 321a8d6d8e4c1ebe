import { listReferrals } from '#shared/contract/referrals.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/referrals/list-referrals',
  source: { operation: listReferrals },
  permissions: { table: ['Query'] },
})
