import { deleteFileTitle } from '#shared/contract/library.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

export interface Dependencies {
  readonly library: LibraryRepository
}

export const handle: Handle<typeof deleteFileTitle, Dependencies> = async ({ caller, body, now }, deps) => {
  await deps.library.deleteTitle(body.path, { adminId: caller.userId, now })
  return {}
}

const table = new Table()
export const handler = serve(
  deleteFileTitle,
  handle,
  { library: libraryRepository(table) },
  { table, guard: adminGuard },
)
