import { completeUpload } from '../../../shared/contract/library.ts'
import { extensionOf, uploadTypes } from '../../../shared/values/file-types.ts'
import { libraryFolder, originalName, quarantineFolder } from '../../../shared/values/library-path.ts'
import { maxUploadBytes } from '../../../shared/values/limits.ts'
import { inspectUpload, releaseUpload } from '../../platform/files/quarantine.ts'
import { removeFile } from '../../platform/files/remove.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { isContentAsNamed } from '../file-content.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

interface Needs {
  readonly library: LibraryRepository
  readonly inspect: typeof inspectUpload
  readonly release: typeof releaseUpload
  readonly discard: typeof removeFile
}

/** Called again after it has succeeded, it finds nothing to do and says so in the same words. */
const alreadyDone = async (path: string, { library }: Needs) =>
  (await library.find(path)) === undefined ? refused('not_found') : { path }

/**
 * The file is checked where nobody can fetch it, copied to its place only if it is still what was checked,
 * and listed last: at no moment does the library list what is not there or was not looked at.
 */
const handle: Handle<typeof completeUpload, Needs> = async ({ caller, body: { path }, now }, needs) => {
  const name = path.slice(libraryFolder.length)
  const waiting = `${quarantineFolder}${name}`
  const upload = await needs.inspect(waiting)
  if (upload === undefined) return alreadyDone(path, needs)
  const contentType = uploadTypes[extensionOf(name)]
  if (contentType === undefined || upload.size > maxUploadBytes || !isContentAsNamed(name, upload)) {
    await needs.discard(waiting)
    return refused('file_rejected', {
      message: `This file is not a .${extensionOf(name)} file, whatever its name says. It was not added.`,
    })
  }
  const facts = { etag: upload.etag, name: originalName(name), contentType }
  if (!(await needs.release(waiting, path, facts))) return alreadyDone(path, needs)
  await needs.library.add(path, { size: upload.size, contentType }, { adminId: caller.userId, now })
  await needs.discard(waiting)
  return { path }
}

const table = new Table()
export const handler = serve(
  completeUpload,
  handle,
  { library: libraryRepository(table), inspect: inspectUpload, release: releaseUpload, discard: removeFile },
  { table, gate: adminGate },
)
