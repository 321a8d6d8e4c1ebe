import * as contract from '#shared/contract/library.ts'
import { handle as complete } from '#services/library/complete-upload/handler.ts'
import { handle as remove } from '#services/library/delete-library-file/handler.ts'
import { libraryRepository } from '#services/library/library.repository.ts'
import { unfinishedFileRepository } from '#services/library/unfinished-file.repository.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { attempt } from '../steps.ts'
import { callerOf } from './callers.ts'
import type { ChaosWorld } from './chaos-world.ts'

/** One of the three files that the journeys know. The last is a picture, which has a thumbnail. */
const nameOf = (file: number): string => (file === 2 ? 'guides_2_Plan.png' : `guides_${file}_Guide.pdf`)
const pathOf = (file: number): string => `library/${nameOf(file)}`
const contentOf = (file: number): Buffer =>
  file === 2 ? Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') : Buffer.from('%PDF-1.7')
const thumbnail = Buffer.from('\xff\xd8\xff a small image', 'latin1').toString('base64')

/** The dependencies of the operations on files. */
export const libraryDependencies = ({ billing: { table }, faults, files }: ChaosWorld) => {
  const storage = faults.around('storage', files)
  return {
    library: libraryRepository(table),
    unfinished: unfinishedFileRepository(table),
    inspect: storage.inspect,
    release: storage.release,
    discard: storage.remove,
    removeFile: storage.remove,
    write: storage.write,
  }
}

export const completeUpload = async (chaos: ChaosWorld, file: number): Promise<void> => {
  const { billing, promises } = chaos
  const path = pathOf(file)
  const before = promises.files.get(path)
  if (before === undefined) return
  // An admin who has seen a deletion fail deletes the file again, whatever a repeated completion says.
  const isDeleting = before === 'deletion failed'
  if (!isDeleting) promises.files.set(path, 'unknown')
  const request = {
    caller: await callerOf(chaos, 'ana'),
    body: { path, thumbnail },
    now: billing.clock.now(),
  }
  const deps = libraryDependencies(chaos)
  const { status } = await callInMemory(contract.completeUpload, complete, request, deps)
  if (!isDeleting) promises.files.set(path, status === 200 ? 'listed' : 'unknown')
}

export const upload = async (chaos: ChaosWorld, file: number): Promise<void> => {
  chaos.files.put(`quarantine/${nameOf(file)}`, contentOf(file))
  const path = pathOf(file)
  const before = chaos.promises.files.get(path)
  if (before === undefined || before === 'deletion failed') chaos.promises.files.set(path, 'sent')
  await completeUpload(chaos, file)
}

export const deleteFile = async (chaos: ChaosWorld, file: number): Promise<void> => {
  const { billing, promises } = chaos
  const path = pathOf(file)
  if (promises.files.get(path) === undefined) await upload(chaos, file)
  promises.files.set(path, 'deletion failed')
  const request = { caller: await callerOf(chaos, 'ana'), body: { path }, now: billing.clock.now() }
  await callInMemory(contract.deleteLibraryFile, remove, request, libraryDependencies(chaos))
  promises.files.set(path, 'deleted')
}

/** Deletes the files again whose deletion failed, as an admin does who still sees them on the list. */
export const retryDeletions = async (chaos: ChaosWorld): Promise<void> => {
  for (const file of [0, 1, 2])
    if (chaos.promises.files.get(pathOf(file)) === 'deletion failed')
      await attempt(() => deleteFile(chaos, file))
}
