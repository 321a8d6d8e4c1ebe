import { listWithdrawablePurchases } from '#shared/contract/withdrawals.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/withdrawals/list-withdrawable-purchases',
  source: { operation: listWithdrawablePurchases },
  permissions: { table: ['GetItem', 'Query'], stripe: ['api'], site: true },
  timeoutSeconds: 25,
})
