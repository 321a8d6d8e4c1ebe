import { updateProfile } from '#shared/contract/profile-changes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/update-profile',
  source: { operation: updateProfile },
  permissions: { table: ['PutItem', 'DeleteItem'] },
})
