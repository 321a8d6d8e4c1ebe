import { completeUpload } from '#shared/contract/library.ts'
import { extensionOf, fileClassOf, uploadTypes } from '#shared/values/file-types.ts'
import {
  libraryFolder,
  originalName,
  quarantineFolder,
  thumbnailPathOf,
} from '#shared/values/library-path.ts'
import { maxUploadBytes } from '#shared/values/limits.ts'
import { inspectUpload, releaseUpload } from '#platform/files/quarantine.ts'
import { removeFile } from '#platform/files/remove.ts'
import { writeFile } from '#platform/files/write.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { hasContentOfExtension } from '../file-content.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

export interface Dependencies {
  readonly library: LibraryRepository
  readonly inspect: typeof inspectUpload
  readonly release: typeof releaseUpload
  readonly discard: typeof removeFile
  readonly write: typeof writeFile
}

/**
 * Stores the thumbnail of a picture. Without one, removes that of the picture that it replaced. A thumbnail that is no
 * JPEG counts as none: the page then shows the picture itself.
 */
const storeThumbnail = async (
  path: string,
  encoded: string | undefined,
  deps: Dependencies,
): Promise<void> => {
  if (fileClassOf(path) !== 'image') return
  const bytes = Buffer.from(encoded ?? '', 'base64')
  const thumbnail = thumbnailPathOf(path)
  if (hasContentOfExtension(thumbnail, { start: bytes, end: bytes }))
    await deps.write(thumbnail, bytes, 'image/jpeg')
  else await deps.discard(thumbnail)
}

/** Returns the success response if an earlier call completed this upload, otherwise `not_found`. */
const completedEarlier = async (path: string, { library }: Dependencies) =>
  (await library.find(path)) === undefined ? apiError('not_found') : { path }

/**
 * Checks the file in quarantine, where it cannot be downloaded, copies it to the library only if it has not
 * changed since the check, and lists it last. So the library never lists a missing or unchecked file.
 */
export const handle: Handle<typeof completeUpload, Dependencies> = async (
  { caller, body: { path, thumbnail }, now },
  deps,
) => {
  const name = path.slice(libraryFolder.length)
  const quarantined = `${quarantineFolder}${name}`
  const upload = await deps.inspect(quarantined)
  if (upload === undefined) return completedEarlier(path, deps)
  const contentType = uploadTypes[extensionOf(name)]
  if (contentType === undefined || upload.size > maxUploadBytes || !hasContentOfExtension(name, upload)) {
    await deps.discard(quarantined)
    return apiError('file_rejected', {
      message: `The content of this file doesn't match its .${extensionOf(name)} extension, so it wasn't added.`,
    })
  }
  const metadata = { etag: upload.etag, name: originalName(name), contentType }
  if (!(await deps.release(quarantined, path, metadata))) return completedEarlier(path, deps)
  await storeThumbnail(path, thumbnail, deps)
  await deps.library.add(
    path,
    { etag: upload.etag, size: upload.size, contentType },
    { adminId: caller.userId, now },
  )
  await deps.discard(quarantined)
  return { path }
}

const table = new Table()
export const handler = serve(
  completeUpload,
  handle,
  {
    library: libraryRepository(table),
    inspect: inspectUpload,
    release: releaseUpload,
    discard: removeFile,
    write: writeFile,
  },
  { table, guard: adminGuard },
)
