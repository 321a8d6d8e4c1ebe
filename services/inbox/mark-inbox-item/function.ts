import { markInboxItem } from '#shared/contract/inbox.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/inbox/mark-inbox-item',
  source: { operation: markInboxItem },
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
})
