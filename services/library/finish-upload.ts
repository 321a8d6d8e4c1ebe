import { extensionOf, fileClassOf, uploadTypes } from '#shared/values/file-types.ts'
import {
  libraryFolder,
  originalName,
  quarantineFolder,
  thumbnailPathOf,
} from '#shared/values/library-path.ts'
import { maxUploadBytes } from '#shared/values/limits.ts'
import type { inspectUpload, releaseUpload } from '#platform/files/quarantine.ts'
import type { removeFile } from '#platform/files/remove.ts'
import type { writeFile } from '#platform/files/write.ts'
import { hasContentOfExtension } from './file-content.ts'
import type { Actor } from './library-audit.ts'
import type { LibraryRepository } from './library.repository.ts'
import type { UnfinishedFileRepository } from './unfinished-file.repository.ts'

export interface FinishUploadDependencies {
  readonly library: Pick<LibraryRepository, 'find' | 'add'>
  readonly unfinished: Pick<UnfinishedFileRepository, 'startUpload' | 'uploadEnd'>
  readonly inspect: typeof inspectUpload
  readonly release: typeof releaseUpload
  readonly discard: typeof removeFile
  readonly write: typeof writeFile
}

/** An upload in quarantine, by the path that it will have in the library. */
interface FinishedUpload {
  readonly path: string
  /** A small JPEG of a picture, in Base64. */
  readonly thumbnail: string | undefined
  /** Time at which the form of this upload was signed, as ISO. Clients that do not send it are treated as before. */
  readonly startedAt: string | undefined
}

/**
 * Stores the thumbnail of a picture. Without one, removes that of the picture that it replaced. A thumbnail that is no
 * JPEG counts as none: the page then shows the picture itself.
 */
const storeThumbnail = async (
  { path, thumbnail: encoded }: FinishedUpload,
  deps: FinishUploadDependencies,
): Promise<void> => {
  if (fileClassOf(path) !== 'image') return
  const bytes = Buffer.from(encoded ?? '', 'base64')
  const thumbnail = thumbnailPathOf(path)
  if (hasContentOfExtension(thumbnail, { start: bytes, end: bytes }))
    await deps.write(thumbnail, bytes, 'image/jpeg')
  else await deps.discard(thumbnail)
}

/** Returns `listed` if an earlier call completed this upload: the listed content is no older than its form. */
const completedEarlier = async (
  { path, startedAt = '' }: FinishedUpload,
  { library }: FinishUploadDependencies,
): Promise<'listed' | 'missing'> => {
  const listed = await library.find(path)
  return listed !== undefined && listed.changedAt >= startedAt ? 'listed' : 'missing'
}

/**
 * Checks the file in quarantine, where it cannot be downloaded, copies it to the library only if it has not
 * changed since the check, and lists it last. So the library never lists a missing or unchecked file. Can be repeated;
 * a scheduled function repeats it for an upload whose request died after the check.
 *
 * @returns `missing` if there is no upload or the file is being deleted, `rejected` if it has the wrong content
 */
export const finishUpload = async (
  file: FinishedUpload,
  actor: Actor,
  deps: FinishUploadDependencies,
): Promise<'listed' | 'missing' | 'rejected'> => {
  const { path } = file
  const name = path.slice(libraryFolder.length)
  const quarantined = `${quarantineFolder}${name}`
  const upload = await deps.inspect(quarantined)
  if (upload === undefined) return completedEarlier(file, deps)
  const contentType = uploadTypes[extensionOf(name)]
  if (contentType === undefined || upload.size > maxUploadBytes || !hasContentOfExtension(name, upload)) {
    await deps.discard(quarantined)
    return 'rejected'
  }
  if (!(await deps.unfinished.startUpload(path, actor))) return 'missing'
  const { etag, size } = upload
  const isCopied = await deps.release(quarantined, path, { etag, name: originalName(name), contentType })
  if (!isCopied) return completedEarlier(file, deps)
  await storeThumbnail(file, deps)
  const end = deps.unfinished.uploadEnd(path)
  if (!(await deps.library.add(path, { etag, size, contentType }, actor, end)))
    return completedEarlier(file, deps)
  await deps.discard(quarantined)
  return 'listed'
}
