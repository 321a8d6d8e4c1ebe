import { getOpenInvoice } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/get-open-invoice',
  source: { operation: getOpenInvoice },
  needs: { stripe: ['api'] },
  timeoutSeconds: 25,
})
