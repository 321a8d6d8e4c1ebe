import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/finish-sign-ups',
  source: { schedule: 'rate(5 minutes)' },
  permissions: {
    table: ['QueryIndex', 'PutItem', 'UpdateItem', 'DeleteItem'],
    userPool: ['AdminUpdateUserAttributes', 'AdminGetUser', 'AdminDeleteUser'],
  },
  timeoutSeconds: 60,
  reservedConcurrency: 1,
})
