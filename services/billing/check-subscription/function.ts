import { checkSubscription } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/check-subscription',
  source: { operation: checkSubscription },
  needs: { table: ['PutItem', 'ConditionCheckItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
