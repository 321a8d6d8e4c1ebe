import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/stripe-webhook',
  source: { routes: [{ method: 'POST', path: '/webhooks/stripe' }] },
  needs: {
    table: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem', 'UpdateItem'],
    stripe: ['api', 'webhook'],
    guestKeys: true,
    site: true,
  },
  timeoutSeconds: 25,
  reservedConcurrency: 20,
})
