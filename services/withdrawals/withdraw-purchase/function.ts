import { withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/withdrawals/withdraw-purchase',
  source: { operation: withdrawPurchase },
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    stripe: ['api'],
    site: true,
  },
  timeoutSeconds: 25,
})
