import { verifySubscription } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/verify-subscription',
  source: { operation: verifySubscription },
  permissions: { table: ['PutItem', 'ConditionCheckItem', 'UpdateItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
