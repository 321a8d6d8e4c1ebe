import { revokeReferral } from '#shared/contract/referrals.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/referrals/revoke-referral',
  source: { operation: revokeReferral },
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
})
