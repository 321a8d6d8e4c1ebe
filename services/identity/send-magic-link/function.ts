import { sendMagicLink } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/send-magic-link',
  source: { operation: sendMagicLink },
  permissions: { table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'ConditionCheckItem'], site: true },
})
