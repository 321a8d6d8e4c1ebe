import { listInbox } from '#shared/contract/inbox.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/inbox/list-inbox',
  source: { operation: listInbox },
  permissions: { table: ['QueryIndex', 'BatchGetItem', 'GetItem'] },
})
