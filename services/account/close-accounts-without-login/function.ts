import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/account/close-accounts-without-login',
  source: { schedule: 'cron(15 3 * * ? *)' },
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
    userPool: ['ListUsers', 'ListUsersInGroup', 'AdminGetUser', 'AdminDeleteUser'],
    stripe: ['api'],
    chat: ['identity', 'api'],
  },
  timeoutSeconds: 900,
  reservedConcurrency: 1,
})
