import { describe, expect, test } from 'vitest'
import { deleteFileTitle, saveFileTitle } from '#shared/contract/library.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { handle as handleDeletion } from '../delete-file-title/handler.ts'
import { libraryRepository } from '../library.repository.ts'
import { titleRepository } from '../title.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const path = 'library/guides_1_Gas safety.pdf'

const deleted = apiError('not_found', 'This file has been deleted.')

const aLibrary = async () => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const titles = titleRepository(world.table)
  const caller = await world.account()
  const actor = { adminId: caller.userId, now }
  await library.add(path, { size: 5, contentType: 'application/pdf', etag: 'etag' }, actor)
  const request = (body: object) => ({ caller, body, now })
  return {
    database: world.database,
    save: (body: object) => callInMemory(saveFileTitle, handle, request(body), { titles }),
    remove: (body: object) => callInMemory(deleteFileTitle, handleDeletion, request(body), { titles }),
    titles: (of = path) => titles.list([of]),
    removeFile: () => library.remove(path, actor),
  }
}

describe('save-file-title', () => {
  test('keeps the last title when sent twice', async () => {
    const { save, titles } = await aLibrary()
    for (const title of ['First', 'Second', 'Second']) await save({ path, title, description: null })
    expect(await titles()).toMatchObject([{ title: 'Second', description: null }])
  })

  test('records a title once when the same request is sent twice', async () => {
    const { save, database } = await aLibrary()
    const body = { path, title: 'First', description: null, seen: null }
    for (let i = 0; i < 2; i += 1) expect(await save(body)).toMatchObject({ status: 200 })
    const audits = database.all().filter((item) => item['action']?.['S'] === 'title-saved')
    expect(audits).toHaveLength(1)
  })

  test.each([{ title: '', description: '   ' }, { title: null, description: null }, {}])(
    'stores %j as null',
    async (texts) => {
      const { save, titles } = await aLibrary()
      expect(await save({ path, ...texts })).toMatchObject({ status: 200 })
      expect(await titles()).toMatchObject([{ title: null, description: null }])
    },
  )

  test('saves no title for a file that does not exist or was deleted', async () => {
    const { save, titles, removeFile } = await aLibrary()
    const other = 'library/guides_1_Other.pdf'
    expect(await save({ path: other, title: 'x', description: null })).toEqual(deleted)
    expect(await titles(other)).toEqual([])
    await save({ path, title: 'First', description: null })
    await removeFile()
    expect(await save({ path, title: 'Second', description: null })).toEqual(deleted)
    expect(await titles()).toEqual([])
  })

  test('reports that a file is deleted if the admin has seen its texts', async () => {
    const { save, titles, removeFile } = await aLibrary()
    const seen = { title: 'Gas', description: 'Yearly' }
    await save({ path, ...seen })
    await removeFile()
    expect(await save({ path, title: 'Gas safety', description: 'Yearly', seen })).toEqual(deleted)
    expect(await titles()).toEqual([])
  })

  test('rejects a text that another admin has changed since it was seen, and keeps theirs', async () => {
    const { save, titles } = await aLibrary()
    const seen = { title: 'Gas', description: 'Yearly' }
    await save({ path, ...seen })
    await save({ path, title: 'Gas checks', description: 'Yearly', seen })
    expect(await save({ path, title: 'Gas safety', description: 'Yearly', seen })).toEqual(
      apiError('item_changed'),
    )
    expect(await titles()).toMatchObject([{ title: 'Gas checks', description: 'Yearly' }])
    // This is a repeated request, or a request with the same values.
    expect(await save({ path, title: 'Gas checks', description: 'Yearly', seen })).toMatchObject({
      status: 200,
    })
  })

  test('keeps a text that only the other admin has changed, and returns it', async () => {
    const { save, titles } = await aLibrary()
    const seen = { title: 'Gas', description: 'Yearly' }
    await save({ path, ...seen })
    await save({ path, title: 'Gas', description: 'Every year', seen })
    const merged = { path, title: 'Gas safety', description: 'Every year' }
    expect(await save({ path, title: 'Gas safety', description: 'Yearly', seen })).toEqual({
      status: 200,
      body: merged,
    })
    expect(await titles()).toMatchObject([merged])
  })

  test('rejects the first title of a file if another admin saves one at the same time', async () => {
    const { save, titles, database } = await aLibrary()
    let other: Promise<unknown> | undefined
    database.onTransaction = () => {
      database.onTransaction = () => undefined
      other = save({ path, title: 'Theirs', description: null, seen: null })
    }
    const own = await save({ path, title: 'Mine', description: null, seen: null })
    const replies = [own, await other]
    expect(replies).toContainEqual(apiError('item_changed'))
    expect(replies).toContainEqual(expect.objectContaining({ status: 200 }))
    expect(await titles()).toHaveLength(1)
  })

  test('deletes no title that another admin has changed since it was seen', async () => {
    const { save, remove, titles } = await aLibrary()
    const seen = { title: 'Gas', description: null }
    await save({ path, title: 'Gas safety', description: null })
    expect(await remove({ path, seen })).toEqual(apiError('item_changed'))
    expect(await titles()).toMatchObject([{ title: 'Gas safety' }])
    for (let i = 0; i < 2; i += 1)
      expect(await remove({ path, seen: { title: 'Gas safety', description: null } })).toMatchObject({
        status: 200,
      })
    expect(await titles()).toEqual([])
  })

  test.each([
    {},
    { path, title: 'a.exe%00.pdf' },
    { path, title: 'invoice\u202efdp.pdf' },
    { path: 'library/guides_1_a.exe%00.pdf', title: 'x' },
    { path: 'library/guides_1_invoice\u202efdp.pdf', title: 'x' },
    { path: 'library/other_1_a.pdf', title: 'x' },
    { path, title: 'x'.repeat(201) },
    { path, description: 'x'.repeat(1001) },
  ])('rejects %j', async (body) => {
    const { save, titles } = await aLibrary()
    expect(await save(body)).toMatchObject({ status: 400 })
    expect(await titles()).toEqual([])
  })
})
