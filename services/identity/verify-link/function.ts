import * as paths from '#shared/values/site-map.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/verify-link',
  source: {
    routes: [
      { method: 'GET', path: paths.verifyLink },
      { method: 'HEAD', path: paths.verifyLink },
      { method: 'POST', path: paths.verifyLink },
    ],
  },
  permissions: {
    table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'UpdateItem', 'DeleteItem'],
    userPool: [
      'AdminInitiateAuth',
      'AdminRespondToAuthChallenge',
      'AdminUpdateUserAttributes',
      'AdminGetUser',
      'AdminDeleteUser',
    ],
    site: true,
  },
  timeoutSeconds: 15,
})
