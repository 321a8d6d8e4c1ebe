import { removePasskey } from '#shared/contract/passkeys.ts'
import * as paths from '#shared/values/site-map.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type PasskeyDependencies, passkeyDependencies } from '../dependencies.ts'

/** Does not end sessions: the passkey may be removed because its device is no longer used, not because it is lost. */
export const handle: Handle<typeof removePasskey, PasskeyDependencies> = async (
  { caller, body, now },
  deps,
) => {
  if (deps.relyingParty === undefined) return apiError('not_found')
  const change = { owner: caller.profile, link: `${deps.relyingParty.origin}${paths.profile}`, now }
  return (await deps.passkeys.remove(body.id, change)) ? { success: true } : apiError('not_found')
}

const table = new Table()
export const handler = serve(removePasskey, handle, passkeyDependencies(table), { table })
