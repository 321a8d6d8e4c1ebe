import { emailTranscript } from '#shared/contract/chat.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/chat/email-transcript',
  source: { operation: emailTranscript },
  permissions: { table: ['Query', 'GetItem', 'PutItem', 'ConditionCheckItem'], chat: ['identity', 'api'] },
  timeoutSeconds: 25,
})
