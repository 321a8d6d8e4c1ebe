import { isUserSubscribed } from '#shared/contract/subscriptions.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import { Table } from '#platform/table/table.ts'

/** Reads nothing more from the table: authentication has already loaded the caller's records. */
export const handle: Handle<typeof isUserSubscribed, undefined> = async ({ caller, now }) =>
  isAccountSubscribed(caller, now)

export const handler = serve(isUserSubscribed, handle, undefined, { table: new Table() })
