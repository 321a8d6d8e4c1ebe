import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/reconcile',
  // Night in London, in winter and in summer.
  source: { schedule: 'cron(30 2 * * ? *)' },
  needs: {
    table: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
    stripe: ['api'],
    guestKeys: true,
    site: true,
  },
  // Lambda's longest: https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html
  timeoutSeconds: 900,
  reservedConcurrency: 1,
})
