import { listFileTitles } from '../../../shared/contract/library.ts'
import { memberGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

interface Needs {
  readonly library: LibraryRepository
}

const handle: Handle<typeof listFileTitles, Needs> = async ({ body }, { library }) => ({
  data: await library.titles(body.paths),
})

const table = new Table()
export const handler = serve(
  listFileTitles,
  handle,
  { library: libraryRepository(table) },
  { table, gate: memberGate },
)
