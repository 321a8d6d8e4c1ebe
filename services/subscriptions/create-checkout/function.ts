import { createCheckout } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/create-checkout',
  source: { operation: createCheckout },
  permissions: {
    table: ['GetItem', 'PutItem', 'ConditionCheckItem', 'UpdateItem'],
    stripe: ['api'],
    site: true,
  },
  timeoutSeconds: 25,
})
