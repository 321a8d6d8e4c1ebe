import { removePasskey } from '#shared/contract/passkeys.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passkeys/remove-passkey',
  source: { operation: removePasskey },
  permissions: {
    table: ['GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
    passkeys: true,
    site: true,
  },
})
