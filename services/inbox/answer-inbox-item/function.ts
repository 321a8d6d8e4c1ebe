import { answerInboxItem } from '#shared/contract/inbox.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/inbox/answer-inbox-item',
  source: { operation: answerInboxItem },
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    site: true,
  },
})
