import { changePlan } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/change-plan',
  source: { operation: changePlan },
  permissions: { table: ['PutItem', 'ConditionCheckItem', 'UpdateItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
