import { getOpenInvoice } from '#shared/contract/payments.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/payments/get-open-invoice',
  source: { operation: getOpenInvoice },
  permissions: { stripe: ['api'] },
  timeoutSeconds: 25,
})
