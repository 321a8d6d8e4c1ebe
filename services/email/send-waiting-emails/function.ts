import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/email/send-waiting-emails',
  // The stream gives up on an email within minutes. Links in emails are valid for 15 minutes to a day.
  source: { schedule: 'rate(5 minutes)' },
  permissions: { table: ['QueryIndex', 'GetItem', 'UpdateItem', 'DeleteItem'], email: ['SendEmail'] },
  timeoutSeconds: 120,
  reservedConcurrency: 1,
})
