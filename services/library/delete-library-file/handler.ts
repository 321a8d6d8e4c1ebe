import { deleteLibraryFile } from '../../../shared/contract/library.ts'
import { removeFile } from '../../platform/files/remove.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

interface Needs {
  readonly library: LibraryRepository
  readonly removeFile: typeof removeFile
}

/** Unlisted first: whatever happens then, nobody is shown a file that is not there. Sent again, it finishes. */
const handle: Handle<typeof deleteLibraryFile, Needs> = async ({ caller, body: { path }, now }, needs) => {
  await needs.library.remove(path, { adminId: caller.userId, now })
  await needs.removeFile(path)
  return {}
}

const table = new Table()
export const handler = serve(
  deleteLibraryFile,
  handle,
  { library: libraryRepository(table), removeFile },
  { table, gate: adminGate },
)
