import { signInWithPasskey } from '#shared/contract/passkeys.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passkeys/sign-in-with-passkey',
  source: { operation: signInWithPasskey },
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    userPool: ['AdminInitiateAuth', 'AdminRespondToAuthChallenge'],
    passkeys: true,
    site: true,
  },
})
