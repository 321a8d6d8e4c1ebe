import { describe, expect, test } from 'vitest'
import { completeUpload } from '#shared/contract/library.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { uploadFunctions } from '#test/kit/in-memory/upload-functions.ts'
import { handle } from './complete-upload/handler.ts'
import { libraryRepository } from './library.repository.ts'
import { unfinishedFileRepository } from './unfinished-file.repository.ts'
import { uploadIdOf } from './upload-id.ts'

const now = new Date('2027-03-01T10:00:00Z')
const name = 'guides_1_Guide.pdf'
const path = `library/${name}`
const pdf = Buffer.from('%PDF-1.7')
const program = Buffer.from('MZ a program')
const rejected = { status: 400, body: { error: { code: 'file_rejected' } } }

/** An admin who sends content with the form of this time, and completes the upload. */
const anUpload = async (startedAt: string) => {
  const world = inMemory({ now })
  const files = new MemoryFiles()
  const caller = await world.account()
  const library = libraryRepository(world.table)
  const unfinished = unfinishedFileRepository(world.table)
  const deps = { library, unfinished, ...uploadFunctions(files) }
  const id = uploadIdOf(caller.userId, startedAt)
  return {
    files,
    library,
    actor: { adminId: caller.userId, now },
    send: (bytes: Buffer, isReplacement = false) =>
      files.put(`quarantine/${name}`, bytes, id, caller.userId, isReplacement),
    complete: (at = path) =>
      callInMemory(completeUpload, handle, { caller, body: { path: at, startedAt }, now }, deps),
  }
}

describe('a repeated complete-upload', () => {
  test('rejects a file again after the response to its rejection was lost', async () => {
    const { files, send, complete } = await anUpload('2027-03-01T09:59:00.000Z')
    send(program)
    for (let i = 0; i < 2; i += 1) expect(await complete()).toMatchObject(rejected)
    expect(files.keys()).toEqual([])
  })

  test('rejects a replacement again after the response to its rejection was lost', async () => {
    const { library, actor, send, complete } = await anUpload('2027-03-01T10:00:30.000Z')
    await library.add(path, { etag: 'a', size: 5, contentType: 'application/pdf' }, actor)
    send(program, true)
    for (let i = 0; i < 2; i += 1) expect(await complete()).toMatchObject(rejected)
  })

  test('lists content that was sent with the same form after a rejection', async () => {
    const { library, send, complete } = await anUpload('2027-03-01T09:59:00.000Z')
    send(program)
    await complete()
    send(pdf)
    for (let i = 0; i < 2; i += 1) expect(await complete()).toEqual({ status: 200, body: { path } })
    expect(await library.listNames(10)).toEqual([name])
  })

  test('returns nothing about another file that the admin sent in the same millisecond', async () => {
    const { send, complete } = await anUpload('2027-03-01T09:59:00.000Z')
    send(pdf)
    expect(await complete()).toMatchObject({ status: 200 })
    expect(await complete('library/guides_2_Other.pdf')).toEqual(apiError('not_found'))
  })
})
