import { checkSignUp } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/check-sign-up',
  source: { operation: checkSignUp },
  permissions: { table: ['GetItem'] },
})
