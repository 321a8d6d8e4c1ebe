import { getUser } from '#shared/contract/admin.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/admin/get-user',
  source: { operation: getUser },
  permissions: { table: ['Query', 'GetItem'] },
})
