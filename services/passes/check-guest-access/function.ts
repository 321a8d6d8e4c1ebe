import { checkGuestAccess } from '#shared/contract/passes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/check-guest-access',
  source: { operation: checkGuestAccess },
  permissions: { table: ['GetItem', 'UpdateItem'] },
})
