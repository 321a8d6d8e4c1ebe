import { libraryFolder, nameForLog } from '#shared/values/library-path.ts'
import { timeLimit } from '#platform/clock.ts'
import { inspectUpload, releaseUpload } from '#platform/files/quarantine.ts'
import { removeFile } from '#platform/files/remove.ts'
import { writeFile } from '#platform/files/write.ts'
import { errorFields, log } from '#platform/log.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { discardUpload, finishUpload, type FinishUploadDependencies } from '../finish-upload.ts'
import type { Actor } from '#platform/table/audit.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import { quarantinePathOf } from '../paths.ts'
import { removeStoredFile } from '../remove-stored-file.ts'
import {
  inProgressMs,
  type UnfinishedFile,
  type UnfinishedFileRepository,
  unfinishedFileRepository,
} from '../unfinished-file.repository.ts'

export interface Dependencies extends FinishUploadDependencies {
  readonly library: Pick<LibraryRepository, 'find' | 'add' | 'remove'>
  readonly unfinished: UnfinishedFileRepository
}

/**
 * Time after which a run finishes no further file, in milliseconds. Lambda ends it after 60 seconds. Every deletion has
 * steps left, at about a tenth of a second each, and an admin can delete hundreds of files at once.
 */
const maxRunMs = 40_000

/** Lists an upload whose request was interrupted, with its thumbnail. Returns whether the list has the file. */
const finishUploadOf = async (
  { upload, thumbnail }: UnfinishedFile,
  path: string,
  actor: Actor,
  deps: Dependencies,
): Promise<boolean> =>
  (await finishUpload({ path, thumbnail, thumbnailOf: upload, sent: undefined }, actor, deps)) === 'listed' ||
  (await deps.library.find(path)) !== undefined

/** Deletes an upload of a deleted file from quarantine. Records the reason for the request that completes a replacement. */
const discardUploadOf = async (path: string, now: Date, deps: Dependencies): Promise<void> => {
  const quarantined = quarantinePathOf(path)
  const upload = await deps.inspect(quarantined)
  if (upload?.id === undefined || !upload.isReplacement) await deps.discard(quarantined)
  else await discardUpload({ path, id: upload.id }, 'deleted', now, deps)
}

/**
 * Finishes a change. Deletes a copy that is neither listed nor in quarantine any more, and after a deletion also an upload
 * in quarantine: when the record of the deletion is gone, a retry of that upload would add the file again.
 */
const finish = async (file: UnfinishedFile, deps: Dependencies, now: Date): Promise<void> => {
  const path = `${libraryFolder}${file.name}`
  const actor = { adminId: file.admin_id, now }
  const isListed = file.change === 'upload' && (await finishUploadOf(file, path, actor, deps))
  if (!isListed) {
    await removeStoredFile(path, deps.discard)
    if (file.change === 'deletion') await discardUploadOf(path, now, deps)
    await deps.library.remove(path, actor)
  }
  await deps.unfinished.forget(file)
}

/**
 * Finishes uploads and deletions whose request was interrupted, so that storage and list have the same files. The next
 * run continues with those that are left.
 *
 * @throws Error if a file could not be finished, so that the function's error alarm reports it
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ finished: number }> => {
  const isTimeUp = timeLimit(maxRunMs)
  let [finished, failed] = [0, 0]
  for (const file of await deps.unfinished.list(new Date(now.getTime() - inProgressMs))) {
    if (isTimeUp()) break
    try {
      await finish(file, deps, now)
      finished += 1
    } catch (error) {
      failed += 1
      log.error('library file not finished', { file: nameForLog(file.name), ...errorFields(error) })
    }
  }
  if (failed > 0) throw new Error(`${failed} library files could not be finished`)
  return { finished }
}

const table = new Table()
const deps: Dependencies = {
  library: libraryRepository(table),
  unfinished: unfinishedFileRepository(table),
  inspect: inspectUpload,
  release: releaseUpload,
  discard: removeFile,
  write: writeFile,
}
export const handler = scheduled((now) => handle(deps, now))
