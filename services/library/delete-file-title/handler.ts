import { deleteFileTitle } from '../../../shared/contract/library.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

interface Needs {
  readonly library: LibraryRepository
}

const handle: Handle<typeof deleteFileTitle, Needs> = async ({ caller, body, now }, { library }) => {
  await library.deleteTitle(body.path, { adminId: caller.userId, now })
  return {}
}

const table = new Table()
export const handler = serve(
  deleteFileTitle,
  handle,
  { library: libraryRepository(table) },
  { table, gate: adminGate },
)
