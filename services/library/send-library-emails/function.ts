import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/send-library-emails',
  // Daily, so that an alarm detects a missing run. Only the first days of a month send emails.
  source: { schedule: 'cron(0 9 * * ? *)' },
  permissions: {
    table: ['Query', 'QueryIndex', 'BatchGetItem', 'PutItem', 'ConditionCheckItem'],
    site: true,
  },
  timeoutSeconds: 900,
  reservedConcurrency: 1,
})
