import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/stripe-events/reconcile',
  // In UTC: 02:30 in London in winter, 03:30 in summer.
  source: { schedule: 'cron(30 2 * * ? *)' },
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem', 'UpdateItem'],
    stripe: ['api'],
    guestKeys: true,
    site: true,
  },
  // Lambda's longest: https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html
  timeoutSeconds: 900,
  reservedConcurrency: 1,
})
