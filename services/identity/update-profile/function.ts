import { updateProfile } from '#shared/contract/profile.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/update-profile',
  source: { operation: updateProfile },
  permissions: {},
})
