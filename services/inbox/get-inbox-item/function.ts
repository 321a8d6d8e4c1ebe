import { getInboxItem } from '#shared/contract/inbox.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/inbox/get-inbox-item',
  source: { operation: getInboxItem },
  permissions: { table: ['GetItem', 'Query'] },
})
