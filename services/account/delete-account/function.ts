import { deleteAccount } from '#shared/contract/account.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/account/delete-account',
  source: { operation: deleteAccount },
  permissions: {
    table: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'QueryIndex',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
    userPool: ['AdminDeleteUser', 'ListUsersInGroup'],
    stripe: ['api'],
    chat: ['identity', 'api'],
  },
  timeoutSeconds: 28,
})
