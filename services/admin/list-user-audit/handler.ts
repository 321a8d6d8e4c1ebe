import { listUserAudit } from '#shared/contract/admin.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type AuditRepository, auditRepository } from '../audit.repository.ts'

interface Dependencies {
  readonly audit: AuditRepository
}

export const handle: Handle<typeof listUserAudit, Dependencies> = async ({ body }, deps) => {
  const [about, by] = await Promise.all([
    deps.audit.listAbout(body.id, body.about_after),
    deps.audit.listBy(body.id),
  ])
  return { data: { about: about.entries, about_next: about.next, by } }
}

const table = new Table()
export const handler = serve(
  listUserAudit,
  handle,
  { audit: auditRepository(table) },
  { table, guard: adminGuard },
)
