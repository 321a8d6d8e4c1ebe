import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/identity/verify-link',
  source: {
    routes: [
      { method: 'GET', path: '/auth/verify' },
      { method: 'POST', path: '/auth/verify' },
    ],
  },
  needs: {
    table: ['GetItem'],
    userPool: ['AdminInitiateAuth', 'AdminRespondToAuthChallenge', 'AdminUpdateUserAttributes'],
    site: true,
  },
  timeoutSeconds: 15,
})
