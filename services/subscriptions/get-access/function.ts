import { getAccess } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/get-access',
  source: { operation: getAccess },
  permissions: { table: ['UpdateItem'], userPool: ['AdminListGroupsForUser'] },
})
