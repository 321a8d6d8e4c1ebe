import { listFileTitles } from '#shared/contract/library.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

export interface Dependencies {
  readonly library: LibraryRepository
}

export const handle: Handle<typeof listFileTitles, Dependencies> = async ({ body }, deps) => ({
  data: await deps.library.listTitles(body.paths),
})

const table = new Table()
export const handler = serve(
  listFileTitles,
  handle,
  { library: libraryRepository(table) },
  { table, guard: memberGuard },
)
