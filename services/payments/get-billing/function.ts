import { getBilling } from '#shared/contract/payments.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/payments/get-billing',
  source: { operation: getBilling },
  permissions: { stripe: ['api'] },
  timeoutSeconds: 25,
})
