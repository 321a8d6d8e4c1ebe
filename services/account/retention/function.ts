import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/account/retention',
  // In UTC: 03:30 in London in winter, 04:30 in summer.
  source: { schedule: 'cron(30 3 * * ? *)' },
  permissions: {
    table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'DeleteItem'],
    userPool: ['AdminDeleteUser'],
  },
  timeoutSeconds: 900,
  reservedConcurrency: 1,
})
