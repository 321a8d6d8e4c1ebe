import { changeEmail } from '#shared/contract/profile-changes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/change-email',
  source: { operation: changeEmail },
  permissions: { table: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem'], site: true },
})
