import { startAddingPasskey } from '#shared/contract/passkeys.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passkeys/start-adding-passkey',
  source: { operation: startAddingPasskey },
  permissions: { table: ['Query', 'PutItem'], passkeys: true, site: true },
})
