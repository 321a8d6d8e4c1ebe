import { startPasskeySignIn } from '#shared/contract/passkeys.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passkeys/start-passkey-sign-in',
  source: { operation: startPasskeySignIn },
  permissions: { table: ['PutItem'], passkeys: true, site: true },
})
