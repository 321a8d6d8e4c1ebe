import { cancelSubscription } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/cancel-subscription',
  source: { operation: cancelSubscription },
  permissions: { table: ['PutItem', 'ConditionCheckItem', 'UpdateItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
