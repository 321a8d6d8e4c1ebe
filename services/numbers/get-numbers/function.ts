import { getNumbers } from '#shared/contract/numbers.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/numbers/get-numbers',
  source: { operation: getNumbers },
  permissions: { table: ['GetItem'] },
})
