import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/inbox/send-inbox-reminders',
  // 08:00 in London is 07:00 UTC in summer and 08:00 UTC in winter. The handler ignores a run before 08:00 in London.
  source: { schedule: 'cron(0 7,8 ? * MON-FRI *)' },
  // No secret, because the function only needs the name of the provider.
  permissions: { table: ['QueryIndex', 'GetItem', 'PutItem'], chat: [], site: true },
  timeoutSeconds: 60,
  reservedConcurrency: 1,
})
