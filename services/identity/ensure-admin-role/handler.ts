import { ensureAdminRole } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { isAdminNow } from '#platform/user-pool/admins.ts'

interface Dependencies {
  readonly isAdmin: (userId: string) => Promise<boolean>
}

export const handle: Handle<typeof ensureAdminRole, Dependencies> = async ({ caller }, deps) => ({
  isAdmin: await deps.isAdmin(caller.userId),
})

export const handler = serve(ensureAdminRole, handle, { isAdmin: isAdminNow }, { table: new Table() })
