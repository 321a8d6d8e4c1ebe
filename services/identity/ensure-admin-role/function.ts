import { ensureAdminRole } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/ensure-admin-role',
  source: { operation: ensureAdminRole },
  permissions: { userPool: ['AdminListGroupsForUser'] },
})
