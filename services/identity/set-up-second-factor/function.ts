import { setUpSecondFactor } from '#shared/contract/second-factor.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/set-up-second-factor',
  source: { operation: setUpSecondFactor },
  permissions: { table: ['GetItem', 'PutItem', 'ConditionCheckItem'], secondFactorKey: true },
})
