import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/chat/check-closed-dates',
  // Runs twice a week, because an alarm on missing runs looks back at most seven days. The metric leaves half a year to
  // act.
  source: { schedule: 'cron(0 9 ? * MON,THU *)' },
  permissions: {},
})
