import { checkSubscription } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/check-subscription',
  source: { operation: checkSubscription },
  permissions: { table: ['PutItem', 'ConditionCheckItem', 'UpdateItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
