import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/email/record-email-problems',
  source: { emailEvents: ['Email Bounced', 'Email Complaint Received'] },
  permissions: { table: ['PutItem'] },
})
