import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/account/finish-deletions',
  source: { schedule: 'rate(1 hour)' },
  permissions: {
    table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'UpdateItem', 'DeleteItem'],
    userPool: ['AdminDeleteUser'],
    stripe: ['api'],
    chat: ['identity', 'api'],
  },
  timeoutSeconds: 300,
  reservedConcurrency: 1,
})
