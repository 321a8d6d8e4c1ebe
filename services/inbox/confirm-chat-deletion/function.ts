import { confirmChatDeletion } from '#shared/contract/inbox.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/inbox/confirm-chat-deletion',
  source: { operation: confirmChatDeletion },
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
})
