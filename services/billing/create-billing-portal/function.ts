import { createBillingPortal } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/create-billing-portal',
  source: { operation: createBillingPortal },
  needs: { stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
