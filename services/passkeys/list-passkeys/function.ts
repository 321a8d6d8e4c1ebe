import { listPasskeys } from '#shared/contract/passkeys.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passkeys/list-passkeys',
  source: { operation: listPasskeys },
  permissions: { table: ['Query'], passkeys: true, site: true },
})
