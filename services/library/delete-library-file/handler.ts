import { deleteLibraryFile } from '#shared/contract/library.ts'
import { fileClassOf } from '#shared/values/file-types.ts'
import { thumbnailPathOf } from '#shared/values/library-path.ts'
import { removeFile } from '#platform/files/remove.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

export interface Dependencies {
  readonly library: LibraryRepository
  readonly removeFile: typeof removeFile
}

/**
 * Deletes the stored file, with its thumbnail, first: no link can open it from then on, whatever fails later. While the list still contains
 * it, an admin sees it and can delete it again.
 */
export const handle: Handle<typeof deleteLibraryFile, Dependencies> = async (
  { caller, body: { path }, now },
  deps,
) => {
  await deps.removeFile(path)
  if (fileClassOf(path) === 'image') await deps.removeFile(thumbnailPathOf(path))
  await deps.library.remove(path, { adminId: caller.userId, now })
  return {}
}

const table = new Table()
export const handler = serve(
  deleteLibraryFile,
  handle,
  { library: libraryRepository(table), removeFile },
  { table, guard: adminGuard },
)
