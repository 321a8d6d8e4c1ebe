import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/numbers/compute-numbers',
  // In UTC, after the nightly reconciliation.
  source: { schedule: 'cron(30 3 * * ? *)' },
  permissions: {
    table: ['BatchGetItem', 'Query', 'QueryIndex', 'PutItem'],
    stripe: ['api'],
  },
  // Reads every subscription at Stripe, and a year of payments, a hundred to a page.
  timeoutSeconds: 900,
  memoryMb: 1024,
  reservedConcurrency: 1,
})
