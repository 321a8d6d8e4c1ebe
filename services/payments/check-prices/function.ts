import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/payments/check-prices',
  // In UTC, after the nightly reconciliation.
  source: { schedule: 'cron(45 3 * * ? *)' },
  permissions: { stripe: ['api'] },
  timeoutSeconds: 30,
})
