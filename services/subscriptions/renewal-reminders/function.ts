import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/subscriptions/renewal-reminders',
  // In UTC: 09:00 in London in winter, 10:00 in summer.
  source: { schedule: 'cron(0 9 * * ? *)' },
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
    stripe: ['api'],
    site: true,
  },
  timeoutSeconds: 900,
  reservedConcurrency: 1,
})
