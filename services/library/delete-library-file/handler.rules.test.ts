import { describe, expect, test } from 'vitest'
import { deleteLibraryFile } from '#shared/contract/library.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { libraryRepository } from '../library.repository.ts'
import { unfinishedFileRepository } from '../unfinished-file.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const path = 'library/guides_1_Old.pdf'

/** A library with one file. */
const aLibrary = async () => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const files = new MemoryFiles()
  files.put(path, Buffer.from('%PDF-'))
  const caller = await world.account()
  await library.add(
    path,
    { etag: 'a', size: 5, contentType: 'application/pdf' },
    { adminId: caller.userId, now },
  )
  const unfinished = unfinishedFileRepository(world.table)
  const deps = { library, unfinished, removeFile: files.remove }
  const remove = (body: object = { path }) =>
    callInMemory(deleteLibraryFile, handle, { caller, body, now }, deps)
  return { database: world.database, library, files, remove }
}

describe('delete-library-file', () => {
  test('succeeds again when sent twice', async () => {
    const { files, remove } = await aLibrary()
    for (let i = 0; i < 2; i += 1) expect(await remove()).toEqual({ status: 200, body: {} })
    expect(files.keys()).toEqual([])
  })

  test('deletes the thumbnail of a picture', async () => {
    const { files, remove } = await aLibrary()
    const picture = 'library/guides_1_Plan.png'
    for (const key of [picture, 'library/thumbnails/guides_1_Plan.png.jpg']) files.put(key, Buffer.from('x'))
    await remove({ path: picture })
    expect(files.keys()).toEqual([path])
  })

  test('keeps the file in the list if the storage fails, so that an admin can delete it again', async () => {
    const { library, files, remove } = await aLibrary()
    files.failNextRemoval()
    await expect(remove()).rejects.toThrow('InternalError')
    expect(await library.find(path)).toBeDefined()
    expect(await remove()).toEqual({ status: 200, body: {} })
    expect(await library.find(path)).toBeUndefined()
    expect(files.keys()).toEqual([])
  })

  test('leaves nothing that a link could open if the table fails, and finishes at a retry', async () => {
    const { database, library, files, remove } = await aLibrary()
    database.onTransaction = () => {
      throw new Error('InternalServerError')
    }
    await expect(remove()).rejects.toThrow('InternalServerError')
    expect(files.keys()).toEqual([])
    database.onTransaction = () => undefined
    expect(await remove()).toEqual({ status: 200, body: {} })
    expect(await library.find(path)).toBeUndefined()
  })

  test.each([{}, { path: 'library/' }, { path: '../library/guides_1_a.pdf' }, { path: 'site/index.html' }])(
    'rejects %j and keeps the file',
    async (body) => {
      const { library, files, remove } = await aLibrary()
      expect(await remove(body)).toMatchObject({ status: 400 })
      expect(await library.find(path)).toBeDefined()
      expect(files.keys()).toEqual([path])
    },
  )
})
