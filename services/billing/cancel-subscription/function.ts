import { cancelSubscription } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/cancel-subscription',
  source: { operation: cancelSubscription },
  needs: { table: ['PutItem', 'ConditionCheckItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
