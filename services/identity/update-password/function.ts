import { updatePassword } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/update-password',
  source: { operation: updatePassword },
  permissions: {
    table: ['Query', 'UpdateItem', 'PutItem', 'DeleteItem', 'QueryIndex'],
    userPool: ['AdminInitiateAuth', 'AdminSetUserPassword', 'AdminUserGlobalSignOut'],
    site: true,
  },
})
