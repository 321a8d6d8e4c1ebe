import { rotateReferral } from '#shared/contract/referrals.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/referrals/rotate-referral',
  source: { operation: rotateReferral },
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], site: true },
})
