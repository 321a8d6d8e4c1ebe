import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/chat/check-closed-dates',
  // The alarm leaves half a year to act. Twice a week, because an alarm on missing runs looks back at most seven days.
  source: { schedule: 'cron(0 9 ? * MON,THU *)' },
  permissions: {},
})
