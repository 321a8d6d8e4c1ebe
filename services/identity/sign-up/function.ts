import { signUp } from '../../../shared/contract/identity.ts'
import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/identity/sign-up',
  source: { operation: signUp },
  needs: {
    table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'DeleteItem'],
    userPool: ['AdminCreateUser', 'AdminGetUser', 'AdminSetUserPassword', 'AdminDeleteUser'],
    site: true,
  },
})
