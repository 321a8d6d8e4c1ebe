import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/send-library-emails',
  // At 09:00 UTC on the first three days of a month: the second and third day repeat what failed.
  source: { schedule: 'cron(0 9 1-3 * ? *)' },
  permissions: { table: ['Query', 'QueryIndex', 'BatchGetItem', 'PutItem'], site: true },
  timeoutSeconds: 300,
})
