import { saveFileTitle } from '../../../shared/contract/library.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

interface Needs {
  readonly library: LibraryRepository
}

const handle: Handle<typeof saveFileTitle, Needs> = async ({ caller, body, now }, { library }) => {
  await library.saveTitle(body, { adminId: caller.userId, now })
  return body
}

const table = new Table()
export const handler = serve(
  saveFileTitle,
  handle,
  { library: libraryRepository(table) },
  { table, gate: adminGate },
)
