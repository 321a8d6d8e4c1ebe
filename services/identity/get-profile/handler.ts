import { getProfile } from '../../../shared/contract/identity.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'

/** The reply's shape leaves out what is ours alone: the table's fields and the marks of sessions. */
const handle: Handle<typeof getProfile, null> = async ({ caller }) => caller.profile

export const handler = serve(getProfile, handle, null, { table: new Table() })
