import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/verify-auth-challenge',
  source: { userPoolTrigger: 'verifyAuthChallengeResponse' },
  permissions: {
    table: ['GetItem', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem', 'QueryIndex'],
  },
  timeoutSeconds: 5,
})
