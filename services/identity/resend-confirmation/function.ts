import { resendConfirmation } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/resend-confirmation',
  source: { operation: resendConfirmation },
  permissions: { table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'ConditionCheckItem'], site: true },
})
