import { getUsers } from '#shared/contract/admin.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/admin/get-users',
  source: { operation: getUsers },
  permissions: { table: ['Query', 'BatchGetItem'] },
})
