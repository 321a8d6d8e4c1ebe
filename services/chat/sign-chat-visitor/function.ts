import { signChatVisitor } from '#shared/contract/chat.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/chat/sign-chat-visitor',
  source: { operation: signChatVisitor },
  permissions: {
    table: ['Query', 'GetItem', 'PutItem', 'ConditionCheckItem'],
    userPool: ['AdminListGroupsForUser'],
    chat: ['identity'],
  },
})
