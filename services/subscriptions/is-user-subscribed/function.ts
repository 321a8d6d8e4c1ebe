import { isUserSubscribed } from '#shared/contract/subscriptions.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/is-user-subscribed',
  source: { operation: isUserSubscribed },
  permissions: {},
})
