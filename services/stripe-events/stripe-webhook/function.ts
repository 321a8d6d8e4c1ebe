import * as paths from '#shared/values/site-map.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/stripe-events/stripe-webhook',
  source: { routes: [{ method: 'POST', path: paths.stripeWebhook }] },
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem', 'UpdateItem'],
    stripe: ['api', 'webhook'],
    guestKeys: true,
    site: true,
  },
  timeoutSeconds: 25,
  reservedConcurrency: 20,
})
