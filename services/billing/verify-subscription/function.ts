import { verifySubscription } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/verify-subscription',
  source: { operation: verifySubscription },
  needs: { table: ['PutItem', 'ConditionCheckItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
