import { describe, expect, test } from 'vitest'
import { saveFileTitle } from '#shared/contract/library.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from '../library.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const path = 'library/guides_1_Gas safety.pdf'

const aLibrary = async () => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const caller = await world.account()
  const actor = { adminId: caller.userId, now }
  await library.add(path, { size: 5, contentType: 'application/pdf', etag: 'etag' }, actor)
  const save = (body: object) => callInMemory(saveFileTitle, handle, { caller, body, now }, { library })
  return {
    save,
    titles: (of = path) => library.listTitles([of]),
    removeFile: () => library.remove(path, actor),
  }
}

describe('save-file-title', () => {
  test('keeps the last title when sent twice', async () => {
    const { save, titles } = await aLibrary()
    for (const title of ['First', 'Second', 'Second']) await save({ path, title, description: null })
    expect(await titles()).toMatchObject([{ title: 'Second', description: null }])
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
    expect(await save({ path: other, title: 'x', description: null })).toEqual(apiError('not_found'))
    expect(await titles(other)).toEqual([])
    await save({ path, title: 'First', description: null })
    await removeFile()
    expect(await save({ path, title: 'Second', description: null })).toEqual(apiError('not_found'))
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
