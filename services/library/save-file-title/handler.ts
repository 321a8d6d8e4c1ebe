import { saveFileTitle } from '#shared/contract/library.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

export interface Dependencies {
  readonly library: LibraryRepository
}

export const handle: Handle<typeof saveFileTitle, Dependencies> = async ({ caller, body, now }, deps) => {
  const saved = await deps.library.saveTitle(body, { adminId: caller.userId, now })
  return saved ? body : apiError('not_found')
}

const table = new Table()
export const handler = serve(
  saveFileTitle,
  handle,
  { library: libraryRepository(table) },
  { table, guard: adminGuard },
)
