import { getProfile } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/get-profile',
  source: { operation: getProfile },
  permissions: { table: ['GetItem'] },
})
