import { listPasskeys } from '#shared/contract/passkeys.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type PasskeyDependencies, passkeyDependencies } from '../dependencies.ts'
import { toPasskey } from '../passkey.repository.ts'

export const handle: Handle<typeof listPasskeys, PasskeyDependencies> = async ({ caller }, deps) => {
  if (deps.relyingParty === undefined) return apiError('not_found')
  return { passkeys: (await deps.passkeys.list(caller.userId)).map(toPasskey) }
}

const table = new Table()
export const handler = serve(listPasskeys, handle, passkeyDependencies(table), { table })
