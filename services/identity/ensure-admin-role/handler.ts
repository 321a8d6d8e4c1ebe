import { ensureAdminRole } from '../../../shared/contract/identity.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { isAdminNow } from '../../platform/user-pool/admins.ts'

interface Needs {
  readonly isAdmin: (userId: string) => Promise<boolean>
}

const handle: Handle<typeof ensureAdminRole, Needs> = async ({ caller }, { isAdmin }) => ({
  isAdmin: await isAdmin(caller.userId),
})

export const handler = serve(ensureAdminRole, handle, { isAdmin: isAdminNow }, { table: new Table() })
