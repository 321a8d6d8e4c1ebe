import { signUp } from '#shared/contract/identity.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/identity/sign-up',
  source: { operation: signUp },
  permissions: {
    table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
    userPool: [
      'AdminCreateUser',
      'AdminGetUser',
      'AdminSetUserPassword',
      'AdminUpdateUserAttributes',
      'AdminDeleteUser',
    ],
    site: true,
  },
})
