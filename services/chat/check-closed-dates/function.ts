import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/chat/check-closed-dates',
  // Once a week, on Monday morning: there is half a year to act.
  source: { schedule: 'cron(0 9 ? * MON *)' },
  needs: {},
})
