import { closeInboxItem } from '#shared/contract/inbox.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/inbox/close-inbox-item',
  source: { operation: closeInboxItem },
  permissions: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
})
