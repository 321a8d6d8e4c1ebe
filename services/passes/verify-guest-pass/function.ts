import { verifyGuestPass } from '#shared/contract/passes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/verify-guest-pass',
  source: { operation: verifyGuestPass },
  permissions: { table: ['GetItem', 'PutItem'], stripe: ['api'], guestKeys: true, site: true },
  timeoutSeconds: 25,
})
