import { sendPasswordResetEmail } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/send-password-reset-email',
  source: { operation: sendPasswordResetEmail },
  permissions: { table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'ConditionCheckItem'], site: true },
})
