import { createCheckout } from '../../../shared/contract/billing.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/create-checkout',
  source: { operation: createCheckout },
  needs: {
    table: ['GetItem', 'PutItem', 'ConditionCheckItem', 'UpdateItem'],
    stripe: ['api'],
    site: true,
  },
  timeoutSeconds: 25,
})
