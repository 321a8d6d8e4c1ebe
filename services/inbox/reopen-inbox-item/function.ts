import { reopenInboxItem } from '#shared/contract/inbox.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/inbox/reopen-inbox-item',
  source: { operation: reopenInboxItem },
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
})
