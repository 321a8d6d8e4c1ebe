import { checkPendingSignUp } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/check-pending-sign-up',
  source: { operation: checkPendingSignUp },
  permissions: { table: ['GetItem', 'QueryIndex'], userPool: ['AdminInitiateAuth'] },
})
