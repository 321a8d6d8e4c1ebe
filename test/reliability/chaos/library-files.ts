import { strToU8, zipSync } from 'fflate'
import * as contract from '#shared/contract/library.ts'
import { handle as complete } from '#services/library/complete-upload/handler.ts'
import { handle as create } from '#services/library/create-upload/handler.ts'
import { handle as remove } from '#services/library/delete-library-file/handler.ts'
import { libraryRepository } from '#services/library/library.repository.ts'
import { unfinishedFileRepository } from '#services/library/unfinished-file.repository.ts'
import type { signUpload } from '#platform/files/upload-form.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { uploadFunctions } from '#test/kit/in-memory/upload-functions.ts'
import { attempt } from '../steps.ts'
import type { UserName } from '../world.ts'
import { callerOf, requestBy } from './callers.ts'
import type { ChaosWorld } from './chaos-world.ts'

/** One of the three files that the journeys use. The last is a picture, which has a thumbnail. */
const nameOf = (file: number): string => (file === 2 ? 'guides_2_Plan.png' : `guides_${file}_Guide.docx`)
export const pathOf = (file: number): string => `library/${nameOf(file)}`

/** A Word file with this text. It has a fixed time, so that the same text makes the same file. */
const wordFile = (text: string): Buffer => {
  const part = strToU8(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
  return Buffer.from(zipSync({ 'word/document.xml': part }, { level: 0, mtime: '2026-01-01' }))
}

const contentOf = (file: number, text = 'The first edition'): Buffer =>
  file === 2 ? Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1') : wordFile(text)

const thumbnail = Buffer.from('\xff\xd8\xff a small image', 'latin1').toString('base64')

/** The dependencies of the operations on files. */
export const libraryDependencies = ({ billing: { table }, faults, files }: ChaosWorld) => {
  const storage = faults.around('storage', files)
  return {
    library: libraryRepository(table),
    unfinished: unfinishedFileRepository(table),
    ...uploadFunctions(storage),
    removeFile: storage.remove,
  }
}

export const completeUpload = async (chaos: ChaosWorld, file: number): Promise<void> => {
  const { billing, expected } = chaos
  const path = pathOf(file)
  const before = expected.files.get(path)
  if (before === undefined) return
  // An admin who has seen a deletion fail deletes the file again, whatever a repeated completion says.
  const isDeleting = before === 'deletion failed'
  if (!isDeleting) expected.files.set(path, 'unknown')
  const request = {
    caller: await callerOf(chaos, 'ana'),
    body: { path, thumbnail },
    now: billing.clock.now(),
  }
  const deps = libraryDependencies(chaos)
  const { status } = await callInMemory(contract.completeUpload, complete, request, deps)
  if (!isDeleting) expected.files.set(path, status === 200 ? 'listed' : 'unknown')
}

/** A file that was deleted and is uploaded again has no title and no facts any more. */
const forgetTexts = ({ expected }: ChaosWorld, path: string): void => {
  for (const kind of ['title', 'facts']) expected.saved.delete(`${kind}:${path}`)
}

export const upload = async (chaos: ChaosWorld, file: number): Promise<void> => {
  chaos.files.put(`quarantine/${nameOf(file)}`, contentOf(file))
  const path = pathOf(file)
  forgetTexts(chaos, path)
  const before = chaos.expected.files.get(path)
  if (before === undefined || before === 'deletion failed') chaos.expected.files.set(path, 'sent')
  await completeUpload(chaos, file)
}

export const deleteFile = async (chaos: ChaosWorld, file: number): Promise<void> => {
  const { billing, expected } = chaos
  const path = pathOf(file)
  if (expected.files.get(path) === undefined) await upload(chaos, file)
  expected.files.set(path, 'deletion failed')
  forgetTexts(chaos, path)
  const request = { caller: await callerOf(chaos, 'ana'), body: { path }, now: billing.clock.now() }
  await callInMemory(contract.deleteLibraryFile, remove, request, libraryDependencies(chaos))
  expected.files.set(path, 'deleted')
}

/** Replaces a listed file with another of its kind, as an admin does who has opened it. */
export const replace = async (chaos: ChaosWorld, user: UserName, file: number): Promise<void> => {
  const { billing, files, expected } = chaos
  const path = pathOf(file)
  if (expected.files.get(path) === undefined) await upload(chaos, file)
  const bytes = contentOf(file, `Replaced at ${billing.clock.now().toISOString()}`)
  const sign: typeof signUpload = async (key, { upload: id, adminId, isReplacement }) => {
    files.put(key, bytes, id, adminId, isReplacement)
    return { url: 'https://storage.example/', fields: {} }
  }
  const body = {
    kind: 'guides',
    name: file === 2 ? 'Plan.png' : 'Guide.docx',
    type: '',
    size: bytes.length,
    replaces: path,
  }
  const request = await requestBy(chaos, user)
  const { library } = libraryDependencies(chaos)
  const form = await callInMemory(contract.createUpload, create, { ...request, body }, { library, sign })
  if (!('startedAt' in form.body)) return
  const { startedAt } = form.body
  await callInMemory(
    contract.completeUpload,
    complete,
    { ...request, body: { path, thumbnail, startedAt } },
    libraryDependencies(chaos),
  )
}

/** Deletes the files again whose deletion failed, as an admin does who still sees them on the list. */
export const retryDeletions = async (chaos: ChaosWorld): Promise<void> => {
  for (const file of [0, 1, 2])
    if (chaos.expected.files.get(pathOf(file)) === 'deletion failed')
      await attempt(() => deleteFile(chaos, file))
}
