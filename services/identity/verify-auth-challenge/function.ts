import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/identity/verify-auth-challenge',
  source: { userPoolTrigger: 'verifyAuthChallengeResponse' },
  needs: { table: ['GetItem', 'UpdateItem', 'DeleteItem', 'QueryIndex'] },
  timeoutSeconds: 5,
})
