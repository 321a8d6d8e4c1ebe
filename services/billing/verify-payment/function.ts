import { verifyPayment } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/verify-payment',
  source: { operation: verifyPayment },
  needs: { table: ['PutItem'], stripe: ['api'] },
  timeoutSeconds: 25,
})
