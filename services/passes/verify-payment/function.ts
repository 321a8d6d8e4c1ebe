import { verifyPayment } from '#shared/contract/passes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/verify-payment',
  source: { operation: verifyPayment },
  permissions: { table: ['GetItem', 'PutItem', 'ConditionCheckItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
