import { getUsers } from '#shared/contract/admin.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type UserRepository, userRepository } from '../user.repository.ts'

interface Dependencies {
  readonly users: UserRepository
}

export const handle: Handle<typeof getUsers, Dependencies> = async ({ body, now }, deps) => {
  const { page, pageSize, searchEmail } = body
  const ids = await deps.users.findIds(searchEmail)
  const pageIds = ids.slice((page - 1) * pageSize, page * pageSize)
  return {
    users: await deps.users.listSummaries(pageIds, now),
    totalCount: ids.length,
    totalPages: Math.ceil(ids.length / pageSize),
  }
}

const table = new Table()
export const handler = serve(getUsers, handle, { users: userRepository(table) }, { table, guard: adminGuard })
