import { listUserAudit } from '../../../shared/contract/admin.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type AuditRepository, auditRepository } from '../audit.repository.ts'

interface Needs {
  readonly audit: AuditRepository
}

const handle: Handle<typeof listUserAudit, Needs> = async ({ body }, { audit }) => {
  const [about, by] = await Promise.all([audit.about(body.id), audit.by(body.id)])
  return { data: { about, by } }
}

const table = new Table()
export const handler = serve(
  listUserAudit,
  handle,
  { audit: auditRepository(table) },
  { table, gate: adminGate },
)
