import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/define-auth-challenge',
  source: { userPoolTrigger: 'defineAuthChallenge' },
  permissions: {},
  timeoutSeconds: 5,
})
