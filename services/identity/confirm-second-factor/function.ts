import { confirmSecondFactor } from '#shared/contract/second-factor.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/confirm-second-factor',
  source: { operation: confirmSecondFactor },
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    secondFactorKey: true,
  },
})
