import { deleteLibraryFile } from '#shared/contract/library.ts'
import { removeFile } from '#platform/files/remove.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

export interface Dependencies {
  readonly library: LibraryRepository
  readonly removeFile: typeof removeFile
}

/** Removes the file from the list first, so the list never contains a missing file. A retry finishes the job. */
export const handle: Handle<typeof deleteLibraryFile, Dependencies> = async (
  { caller, body: { path }, now },
  deps,
) => {
  await deps.library.remove(path, { adminId: caller.userId, now })
  await deps.removeFile(path)
  return {}
}

const table = new Table()
export const handler = serve(
  deleteLibraryFile,
  handle,
  { library: libraryRepository(table), removeFile },
  { table, guard: adminGuard },
)
