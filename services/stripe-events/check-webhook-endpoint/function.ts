import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/stripe-events/check-webhook-endpoint',
  // In UTC, after the nightly comparison of prices.
  source: { schedule: 'cron(50 3 * * ? *)' },
  permissions: { stripe: ['api'], site: true },
  timeoutSeconds: 30,
})
