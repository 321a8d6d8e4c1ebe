import { hasActiveOneTimeAccess } from '#shared/contract/passes.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { hasActivePass } from '#platform/account/account.ts'
import { Table } from '#platform/table/table.ts'

/** Reads nothing more from the table: authentication has already loaded the caller's records. */
export const handle: Handle<typeof hasActiveOneTimeAccess, undefined> = async ({ caller, now }) =>
  hasActivePass(caller, now)

export const handler = serve(hasActiveOneTimeAccess, handle, undefined, { table: new Table() })
