import { listPasskeys } from '#shared/contract/passkeys.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type PasskeyRepository, passkeyRepository, toPasskey } from '../passkey.repository.ts'
import { type RelyingParty, relyingParty } from '../relying-party.ts'

export interface Dependencies {
  readonly passkeys: PasskeyRepository
  readonly relyingParty: RelyingParty | undefined
}

export const handle: Handle<typeof listPasskeys, Dependencies> = async ({ caller }, deps) => {
  if (deps.relyingParty === undefined) return apiError('not_found')
  return { passkeys: (await deps.passkeys.list(caller.userId)).map(toPasskey) }
}

const table = new Table()
const deps = { passkeys: passkeyRepository(table), relyingParty: relyingParty() }
export const handler = serve(listPasskeys, handle, deps, { table })
