import { addPasskey } from '#shared/contract/passkeys.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passkeys/add-passkey',
  source: { operation: addPasskey },
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    passkeys: true,
    site: true,
  },
})
