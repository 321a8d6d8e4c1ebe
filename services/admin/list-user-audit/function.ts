import { listUserAudit } from '#shared/contract/admin.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/admin/list-user-audit',
  source: { operation: listUserAudit },
  permissions: { table: ['Query', 'QueryIndex', 'BatchGetItem'] },
})
