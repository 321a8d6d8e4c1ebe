import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/email/deliver-email',
  source: {
    stream: { entity: 'email', events: ['INSERT'], alarm: 'EmailDeadLetters', severity: 'critical' },
  },
  permissions: { table: ['GetItem', 'UpdateItem', 'DeleteItem'], email: ['SendEmail'] },
  timeoutSeconds: 30,
})
