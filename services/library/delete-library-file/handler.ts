import { deleteLibraryFile } from '#shared/contract/library.ts'
import { removeFile } from '#platform/files/remove.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import { removeStoredFile } from '../remove-stored-file.ts'
import { type UnfinishedFileRepository, unfinishedFileRepository } from '../unfinished-file.repository.ts'

export interface Dependencies {
  readonly library: Pick<LibraryRepository, 'remove'>
  readonly unfinished: Pick<UnfinishedFileRepository, 'startDeletion'>
  readonly removeFile: typeof removeFile
}

/**
 * Deletes a file from storage, even if the table fails: no link can open it from then on. While the list still contains
 * it, an admin sees it and can delete it again. `finish-library-files` deletes it once more, minutes later: this
 * finishes an interrupted deletion, and removes the copy of an upload that overlapped it.
 */
export const handle: Handle<typeof deleteLibraryFile, Dependencies> = async (
  { caller, body: { path }, now },
  deps,
) => {
  const actor = { adminId: caller.userId, now }
  try {
    await deps.unfinished.startDeletion(path, actor)
  } finally {
    await removeStoredFile(path, deps.removeFile)
  }
  await deps.library.remove(path, actor)
  return {}
}

const table = new Table()
export const handler = serve(
  deleteLibraryFile,
  handle,
  { library: libraryRepository(table), unfinished: unfinishedFileRepository(table), removeFile },
  { table, guard: adminGuard },
)
