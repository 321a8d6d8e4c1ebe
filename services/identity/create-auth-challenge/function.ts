import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/create-auth-challenge',
  source: { userPoolTrigger: 'createAuthChallenge' },
  permissions: {},
  timeoutSeconds: 5,
})
