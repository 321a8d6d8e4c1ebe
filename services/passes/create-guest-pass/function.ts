import { createGuestPass } from '#shared/contract/passes.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/create-guest-pass',
  source: { operation: createGuestPass },
  permissions: {
    table: ['GetItem', 'PutItem', 'ConditionCheckItem', 'UpdateItem'],
    stripe: ['api'],
    guestKeys: true,
    site: true,
  },
  timeoutSeconds: 25,
})
