import { describe, expect, test } from 'vitest'
import { completeUpload, deleteLibraryFile } from '#shared/contract/library.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { uploadFunctions } from '#test/kit/in-memory/upload-functions.ts'
import { handle as complete } from './complete-upload/handler.ts'
import { handle as deleteFile } from './delete-library-file/handler.ts'
import { handle as finishAll } from './finish-library-files/handler.ts'
import { libraryRepository } from './library.repository.ts'
import { unfinishedFileRepository } from './unfinished-file.repository.ts'
import { uploadIdOf } from './upload-id.ts'

const name = 'guides_1_Plan.png'
const path = `library/${name}`
const picture = (text: string) => Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1')
const minute = (value: number) => new Date(Date.UTC(2027, 2, 1, 10, value))

/** The file is listed at minute 0, chosen for replacement at 1, deleted at 2, and its replacement completed at 9. */
const aLibrary = async () => {
  const world = inMemory({ now: minute(0) })
  const files = new MemoryFiles()
  const caller = await world.account()
  const library = libraryRepository(world.table)
  const unfinished = unfinishedFileRepository(world.table)
  const deps = { library, unfinished, ...uploadFunctions(files), removeFile: files.remove }
  const completeAt = (at: Date, body: object, changes: Partial<typeof deps>) =>
    callInMemory(
      completeUpload,
      complete,
      { caller, body: { path, ...body }, now: at },
      { ...deps, ...changes },
    )
  files.put(`quarantine/${name}`, picture('first'))
  const startedAt = minute(1).toISOString()
  const id = uploadIdOf(caller.userId, startedAt)
  const addedAt = minute(-1).toISOString()
  return {
    deps,
    files,
    add: (changes: Partial<typeof deps> = {}) => completeAt(minute(0), {}, changes),
    /** Sends the first content with a form, so that the upload has an id, and completes it. */
    sendFirst: () => files.put(`quarantine/${name}`, picture('first'), uploadIdOf(caller.userId, addedAt)),
    addSent: (changes: Partial<typeof deps> = {}) => completeAt(minute(0), { startedAt: addedAt }, changes),
    send: () => files.put(`quarantine/${name}`, picture('second'), id, caller.userId, true),
    replace: (changes: Partial<typeof deps> = {}) => completeAt(minute(9), { startedAt }, changes),
    remove: (changes: Partial<typeof deps> = {}) =>
      callInMemory(
        deleteLibraryFile,
        deleteFile,
        { caller, body: { path }, now: minute(2) },
        { ...deps, ...changes },
      ),
    finish: () => finishAll(deps, minute(8)),
    listed: () => library.listNames(10),
    actor: { adminId: caller.userId, now: minute(2) },
  }
}

const interrupted = async (): Promise<never> => {
  throw new Error('the function was interrupted')
}

const deletedSince = apiError(
  'item_changed',
  'This file was added to the library and has been deleted since.',
)
const targetDeleted = apiError('not_found', 'The file you wanted to replace has been deleted.')

describe('a deleted library file', () => {
  test('stays deleted when its upload is completed again after the deletion is finished', async () => {
    const { files, add, remove, finish, listed } = await aLibrary()
    const discard = (key: string) => (key.startsWith('quarantine/') ? interrupted() : files.remove(key))
    await expect(add({ discard })).rejects.toThrow('the function was interrupted')
    expect(await listed()).toEqual([name])
    await remove()
    await finish()
    expect(await add()).toEqual(apiError('not_found'))
    expect(await listed()).toEqual([])
    expect(files.keys()).toEqual([])
  })

  test('is reported as added and deleted when the first response to its upload was lost', async () => {
    const { sendFirst, addSent, remove, finish, listed } = await aLibrary()
    sendFirst()
    expect(await addSent()).toMatchObject({ status: 200 })
    await remove()
    expect(await addSent()).toEqual(deletedSince)
    await finish()
    expect(await addSent()).toEqual(deletedSince)
    expect(await listed()).toEqual([])
  })

  test('is reported as deleted while its deletion and the end of its upload are unfinished', async () => {
    const { files, sendFirst, addSent, remove, listed } = await aLibrary()
    sendFirst()
    const discard = (key: string) => (key.startsWith('quarantine/') ? interrupted() : files.remove(key))
    await expect(addSent({ discard })).rejects.toThrow('the function was interrupted')
    await remove()
    expect(await addSent()).toEqual(deletedSince)
    expect(await listed()).toEqual([])
  })

  test('is reported as replaced and deleted when the first response to its replacement was lost', async () => {
    const { add, send, replace, remove, finish } = await aLibrary()
    await add()
    send()
    expect(await replace()).toMatchObject({ status: 200 })
    await remove()
    await finish()
    expect(await replace()).toEqual(deletedSince)
  })

  test('stays deleted when its replacement arrives after the deletion is finished', async () => {
    const { files, add, remove, finish, send, replace, listed } = await aLibrary()
    await add()
    await remove()
    expect(await finish()).toEqual({ finished: 1 })
    send()
    // The second time, the response to the first was lost.
    for (let i = 0; i < 2; i += 1) expect(await replace()).toEqual(targetDeleted)
    expect(await listed()).toEqual([])
    expect(files.keys()).toEqual([])
  })

  test('is named by the check of a replacement that was sent before the deletion was finished', async () => {
    const { files, add, remove, finish, send, replace, listed } = await aLibrary()
    await add()
    send()
    await remove()
    expect(await finish()).toEqual({ finished: 1 })
    expect(files.keys()).toEqual([])
    expect(await replace()).toEqual(targetDeleted)
    expect(await listed()).toEqual([])
  })

  test('discards a replacement that arrives during the deletion', async () => {
    const { deps, files, add, remove, send, replace } = await aLibrary()
    await add()
    const removal = remove({ library: { ...deps.library, remove: interrupted } })
    await expect(removal).rejects.toThrow('the function was interrupted')
    send()
    expect(await replace()).toEqual(targetDeleted)
    expect(files.keys()).toEqual([])
  })

  test.each(['inspect', 'startUpload', 'add'] as const)(
    'stays deleted if it is deleted just before `%s` of its replacement',
    async (step) => {
      const { deps, add, remove, finish, send, replace, listed } = await aLibrary()
      await add()
      send()
      const deleteBefore = async (at: typeof step) => {
        if (at !== step) return
        await remove()
        await finish()
      }
      const inspect: typeof deps.inspect = async (key) => {
        const inspected = await deps.inspect(key)
        await deleteBefore('inspect')
        return inspected
      }
      const startUpload: typeof deps.unfinished.startUpload = async (...start) => {
        await deleteBefore('startUpload')
        return deps.unfinished.startUpload(...start)
      }
      const list: typeof deps.library.add = async (...file) => {
        await deleteBefore('add')
        return deps.library.add(...file)
      }
      const unfinished = { ...deps.unfinished, startUpload }
      const library = { ...deps.library, add: list }
      expect(await replace({ inspect, unfinished, library })).toEqual(targetDeleted)
      expect(await listed()).toEqual([])
    },
  )

  test('is not listed by the last step of a replacement', async () => {
    const { deps, add, remove, listed, actor } = await aLibrary()
    await add()
    await remove()
    const file = { etag: 'other', size: 1, contentType: 'image/png', isReplacement: true }
    expect(await deps.library.add(path, file, actor)).toBe(false)
    expect(await listed()).toEqual([])
  })
})
