import { verifyPayment } from '../../../shared/contract/passes.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/verify-payment',
  source: { operation: verifyPayment },
  needs: { table: ['GetItem', 'PutItem', 'ConditionCheckItem'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
