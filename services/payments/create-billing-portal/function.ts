import { createBillingPortal } from '#shared/contract/payments.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/payments/create-billing-portal',
  source: { operation: createBillingPortal },
  permissions: { stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
