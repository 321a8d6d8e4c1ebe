import { completeUpload } from '#shared/contract/library.ts'
import { extensionOf } from '#shared/values/file-types.ts'
import { inspectUpload, releaseUpload } from '#platform/files/quarantine.ts'
import { removeFile } from '#platform/files/remove.ts'
import { writeFile } from '#platform/files/write.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { finishUpload, type FinishUploadDependencies } from '../finish-upload.ts'
import { libraryRepository } from '../library.repository.ts'
import { unfinishedFileRepository } from '../unfinished-file.repository.ts'
import { uploadIdOf } from '../upload-id.ts'

const replacedMessage =
  'Another upload has replaced this file since you chose yours. Please look at the current file first.'

const deletedSinceMessage = 'This file was added to the library and has been deleted since.'

const nothingToReplaceMessage = 'The file you wanted to replace has been deleted.'

/** Lists an uploaded file after checking its content. */
export const handle: Handle<typeof completeUpload, FinishUploadDependencies> = async (
  { caller, body: { path, thumbnail, startedAt }, now },
  deps,
) => {
  const sent = startedAt === undefined ? undefined : { id: uploadIdOf(caller.userId, startedAt), startedAt }
  const outcome = await finishUpload({ path, thumbnail, sent }, { adminId: caller.userId, now }, deps)
  if (outcome === 'listed') return { path }
  if (outcome === 'missing') return apiError('not_found')
  if (outcome === 'deleted') return apiError('not_found', { message: nothingToReplaceMessage })
  // After `not_found`, the browser would offer to send the file again, although somebody has deleted it.
  if (outcome === 'deleted_since') return apiError('item_changed', { message: deletedSinceMessage })
  if (outcome === 'replaced') return apiError('item_changed', { message: replacedMessage })
  if (outcome === 'busy') return apiError('upload_busy')
  return apiError('file_rejected', {
    message: `The content of this file doesn’t match its .${extensionOf(path)} extension, so it wasn’t added.`,
  })
}

const table = new Table()
export const handler = serve(
  completeUpload,
  handle,
  {
    library: libraryRepository(table),
    unfinished: unfinishedFileRepository(table),
    inspect: inspectUpload,
    release: releaseUpload,
    discard: removeFile,
    write: writeFile,
  },
  { table, guard: adminGuard },
)
