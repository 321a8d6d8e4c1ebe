import { getProfile } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'

/** The success schema of the contract removes internal fields such as keys and session times. */
export const handle: Handle<typeof getProfile, null> = async ({ caller }) => caller.profile

export const handler = serve(getProfile, handle, null, { table: new Table() })
