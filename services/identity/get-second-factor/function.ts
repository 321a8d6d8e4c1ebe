import { getSecondFactor } from '#shared/contract/second-factor.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/get-second-factor',
  source: { operation: getSecondFactor },
  permissions: { table: ['GetItem'] },
})
