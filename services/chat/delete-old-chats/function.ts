import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/chat/delete-old-chats',
  source: { schedule: 'cron(45 3 * * ? *)' },
  permissions: { chat: ['api'] },
  timeoutSeconds: 300,
  reservedConcurrency: 1,
})
