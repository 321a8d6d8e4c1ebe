import { resumeSubscription } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/resume-subscription',
  source: { operation: resumeSubscription },
  permissions: { table: ['PutItem', 'ConditionCheckItem', 'UpdateItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
