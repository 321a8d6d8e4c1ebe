import { extensionOf, fileClassOf, uploadTypes } from '#shared/values/file-types.ts'
import { originalName, thumbnailPathOf } from '#shared/values/library-path.ts'
import { maxUploadBytes } from '#shared/values/limits.ts'
import type { inspectUpload, releaseUpload } from '#platform/files/quarantine.ts'
import type { removeFile } from '#platform/files/remove.ts'
import type { writeFile } from '#platform/files/write.ts'
import { hasContentOfExtension } from './file-content.ts'
import type { Actor } from '#platform/table/audit.ts'
import type { LibraryRepository, ListedFile } from './library.repository.ts'
import { nameOf, quarantinePathOf } from './paths.ts'
import type { DiscardReason, UnfinishedFileRepository, UploadOfPath } from './unfinished-file.repository.ts'

export interface FinishUploadDependencies {
  readonly library: Pick<LibraryRepository, 'find' | 'add'>
  readonly unfinished: Pick<
    UnfinishedFileRepository,
    | 'startUpload'
    | 'abandonUpload'
    | 'uploadEnd'
    | 'endUpload'
    | 'outcomeWrite'
    | 'recordDiscard'
    | 'findOutcome'
  >
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
  /** Id of the upload that the thumbnail shows. Undefined if the caller does not have it. */
  readonly thumbnailOf?: string | undefined
  /** The form with which the caller sent the file. Undefined if the caller does not say: any upload counts then. */
  readonly sent: { readonly id: string; readonly startedAt: string } | undefined
  /** True if the upload can only replace a listed file. Undefined if the upload, whose form says so, is gone. */
  readonly isReplacement?: boolean
}

/** `deleted`: the file to replace is gone. `deleted_since`: the upload was listed, and its file was deleted later. */
type Outcome = 'listed' | 'deleted_since' | 'missing' | 'deleted' | 'rejected' | 'replaced' | 'busy'

/**
 * Stores the thumbnail of a picture. Without one, removes the thumbnail of the replaced picture. Ignores a thumbnail
 * that is not a JPEG: the page then shows the picture itself.
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

/**
 * Removes the thumbnail that a request wrote although another one had completed its upload, unless the list still has
 * that upload: the thumbnail may belong to an earlier picture. The page then shows the picture itself.
 */
const removeLateThumbnail = async (
  path: string,
  upload: string,
  { library, discard }: FinishUploadDependencies,
): Promise<void> => {
  if (fileClassOf(path) !== 'image' || (await library.find(path))?.upload === upload) return
  await discard(thumbnailPathOf(path))
}

/**
 * Adds the thumbnail of a picture that the scheduled function listed before the request with the thumbnail arrived.
 * Does nothing while another upload to the path is under way: the thumbnail must not appear beside another picture.
 */
const addThumbnail = async (
  file: FinishedUpload,
  upload: string,
  actor: Actor,
  deps: FinishUploadDependencies,
): Promise<void> => {
  const { path, thumbnail } = file
  if (fileClassOf(path) !== 'image' || thumbnail === undefined) return
  const started = { upload, thumbnail, mustBeListed: true, onlyAddsThumbnail: true }
  if ((await deps.unfinished.startUpload(path, started, actor)) !== 'started') return
  if ((await deps.library.find(path))?.upload === upload) await storeThumbnail(file, deps)
  if (!(await deps.unfinished.endUpload(path, upload))) await removeLateThumbnail(path, upload, deps)
}

/** Returns whether the list has content of another upload that is newer than this upload's form. */
const isReplaced = (listed: ListedFile | undefined, { sent }: FinishedUpload): boolean =>
  listed?.upload !== undefined &&
  sent !== undefined &&
  listed.upload !== sent.id &&
  listed.changedAt >= sent.startedAt

/** Returns how an earlier call ended an upload, as it was recorded, or `missing` if none did. */
const recordedOutcome = async (
  path: string,
  id: string | undefined,
  { unfinished }: FinishUploadDependencies,
): Promise<'listed' | DiscardReason | 'missing'> =>
  (id === undefined ? undefined : await unfinished.findOutcome({ path, id })) ?? 'missing'

/** Returns how an earlier call ended an upload whose file is not listed, or is being deleted. */
const outcomeWithoutFile = async (
  path: string,
  id: string | undefined,
  deps: FinishUploadDependencies,
): Promise<Outcome> => {
  const outcome = await recordedOutcome(path, id, deps)
  return outcome === 'listed' ? 'deleted_since' : outcome
}

/**
 * Returns `listed` if an earlier call completed this upload, `deleted_since` if its file was deleted later, `replaced` if
 * another one has replaced the file since, `deleted` if the file to replace is no longer listed, and `rejected` if an
 * earlier call rejected the content.
 */
const earlierOutcome = async (
  file: FinishedUpload,
  actor: Actor,
  deps: FinishUploadDependencies,
): Promise<Outcome> => {
  const listed = await deps.library.find(file.path)
  const upload = file.sent?.id ?? file.thumbnailOf
  if (listed === undefined)
    return file.isReplacement === true ? 'deleted' : outcomeWithoutFile(file.path, upload, deps)
  // The list does not change when the content is the same as before.
  if (upload !== undefined && listed.upload === upload) {
    await addThumbnail(file, upload, actor, deps)
    return 'listed'
  }
  if (isReplaced(listed, file)) return 'replaced'
  return listed.changedAt >= (file.sent?.startedAt ?? '')
    ? 'listed'
    : recordedOutcome(file.path, upload, deps)
}

interface DiscardDependencies {
  readonly unfinished: Pick<UnfinishedFileRepository, 'recordDiscard'>
  readonly discard: typeof removeFile
}

/** Deletes an upload from quarantine. Records the reason first, for a repeated request. */
export const discardUpload = async (
  upload: UploadOfPath,
  reason: DiscardReason,
  now: Date,
  { unfinished, discard }: DiscardDependencies,
): Promise<DiscardReason> => {
  await unfinished.recordDiscard(upload, reason, now)
  await discard(quarantinePathOf(upload.path))
  return reason
}

/**
 * Copies a checked upload to the library and lists it, unless another upload or a deletion of the file is under way.
 */
const release = async (
  file: FinishedUpload,
  { etag, size, id, contentType }: { etag: string; size: number; id: string; contentType: string },
  actor: Actor,
  deps: FinishUploadDependencies,
): Promise<Outcome> => {
  const { path, thumbnail, isReplacement = false } = file
  const name = nameOf(path)
  const quarantined = quarantinePathOf(path)
  const started = { upload: id, thumbnail, mustBeListed: isReplacement }
  const start = await deps.unfinished.startUpload(path, started, actor)
  if (start === 'busy') return 'busy'
  if (start !== 'started')
    return isReplacement
      ? discardUpload({ path, id }, 'deleted', actor.now, deps)
      : outcomeWithoutFile(path, id, deps)
  const isCopied = await deps.release(quarantined, path, { etag, name: originalName(name), contentType })
  if (!isCopied) {
    await deps.unfinished.abandonUpload(path, id)
    return earlierOutcome(file, actor, deps)
  }
  await storeThumbnail(file, deps)
  const end = [
    deps.unfinished.uploadEnd(path, id),
    deps.unfinished.outcomeWrite({ path, id }, 'listed', actor.now),
  ]
  const content = { etag, size, contentType, upload: id, isReplacement }
  if (!(await deps.library.add(path, content, actor, ...end))) {
    await removeLateThumbnail(path, id, deps)
    return earlierOutcome(file, actor, deps)
  }
  await deps.discard(quarantined)
  return 'listed'
}

/**
 * Checks the file in quarantine, where it cannot be downloaded, copies it to the library only if it has not changed
 * since the check, and lists it last. So the library never lists a missing or unchecked file. Can be repeated; a
 * scheduled function repeats it for an upload whose request was interrupted after it.
 *
 * @returns `missing` if there is no upload or the file is being deleted, `deleted_since` if an earlier call listed the
 *   upload and its file was deleted later, `deleted` if the file to replace is no longer listed, `rejected` if it has the wrong
 *   content, `replaced` if another upload to the path came after this one, `busy` while one is being completed
 */
export const finishUpload = async (
  file: FinishedUpload,
  actor: Actor,
  deps: FinishUploadDependencies,
): Promise<Outcome> => {
  const { path, sent } = file
  const name = nameOf(path)
  const quarantined = quarantinePathOf(path)
  const upload = await deps.inspect(quarantined)
  if (upload === undefined) return earlierOutcome(file, actor, deps)
  const { etag, size, id = sent?.id ?? etag, isReplacement } = upload
  const listed = await deps.library.find(path)
  if (isReplacement && listed === undefined) return discardUpload({ path, id }, 'deleted', actor.now, deps)
  const isOwn = sent === undefined || id === sent.id
  if (!isOwn) {
    const outcome = await earlierOutcome(file, actor, deps)
    return outcome === 'missing' ? 'replaced' : outcome
  }
  if (isReplaced(listed, file)) {
    await deps.discard(quarantined)
    return 'replaced'
  }
  const contentType = uploadTypes[extensionOf(name)]
  if (contentType === undefined || size > maxUploadBytes || !hasContentOfExtension(name, upload))
    return discardUpload({ path, id }, 'rejected', actor.now, deps)
  // The scheduled function may find a later upload of another admin in place of the interrupted one.
  const uploader = sent === undefined ? { ...actor, adminId: upload.adminId ?? actor.adminId } : actor
  const showsOther = file.thumbnailOf !== undefined && file.thumbnailOf !== id
  const shown = showsOther ? { ...file, thumbnail: undefined } : file
  return release({ ...shown, isReplacement }, { etag, size, id, contentType }, uploader, deps)
}
