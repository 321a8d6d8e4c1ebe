import { guestSessionEvent } from '#shared/contract/passes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/guest-session-event',
  source: { operation: guestSessionEvent },
  permissions: { table: ['GetItem', 'PutItem'], site: true },
})
