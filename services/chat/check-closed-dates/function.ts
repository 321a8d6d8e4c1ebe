import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/chat/check-closed-dates',
  // Weekly, on Monday morning. The alarm leaves half a year to act, so a week's delay does not matter.
  source: { schedule: 'cron(0 9 ? * MON *)' },
  permissions: {},
})
