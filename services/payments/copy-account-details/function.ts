import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/payments/copy-account-details',
  source: { schedule: 'rate(5 minutes)' },
  permissions: { table: ['Query', 'QueryIndex', 'UpdateItem'], stripe: ['api'] },
  timeoutSeconds: 60,
  reservedConcurrency: 1,
})
