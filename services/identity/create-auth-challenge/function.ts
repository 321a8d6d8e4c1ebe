import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/identity/create-auth-challenge',
  source: { userPoolTrigger: 'createAuthChallenge' },
  needs: {},
  timeoutSeconds: 5,
})
