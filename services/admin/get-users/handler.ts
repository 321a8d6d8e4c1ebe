import { getUsers } from '../../../shared/contract/admin.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type UserRepository, userRepository } from '../user.repository.ts'

interface Needs {
  readonly users: UserRepository
}

const handle: Handle<typeof getUsers, Needs> = async ({ body, now }, { users }) => {
  const { page, pageSize, searchEmail } = body
  const ids = await users.matching(searchEmail)
  const shown = ids.slice((page - 1) * pageSize, page * pageSize)
  return {
    users: await users.summaries(shown, now),
    totalCount: ids.length,
    totalPages: Math.ceil(ids.length / pageSize),
  }
}

const table = new Table()
export const handler = serve(getUsers, handle, { users: userRepository(table) }, { table, gate: adminGate })
