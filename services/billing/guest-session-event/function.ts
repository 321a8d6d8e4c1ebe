import { guestSessionEvent } from '../../../shared/contract/passes.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/guest-session-event',
  source: { operation: guestSessionEvent },
  needs: { table: ['GetItem', 'PutItem'], site: true },
  timeoutSeconds: 25,
})
