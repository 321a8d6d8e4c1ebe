import { signOut } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/sign-out',
  source: { operation: signOut },
  permissions: { table: ['UpdateItem'], userPool: ['AdminUserGlobalSignOut'] },
})
