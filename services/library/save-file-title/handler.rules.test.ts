import { describe, expect, test } from 'vitest'
import { saveFileTitle } from '#shared/contract/library.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from '../library.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const path = 'library/guides_1_Gas safety.pdf'

const aLibrary = async () => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const caller = await world.account()
  const save = (body: object) => callInMemory(saveFileTitle, handle, { caller, body, now }, { library })
  return { save, titles: () => library.listTitles([path]) }
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

  test.each([
    {},
    { path: 'library/other_1_a.pdf', title: 'x' },
    { path, title: 'x'.repeat(201) },
    { path, description: 'x'.repeat(1001) },
  ])('rejects %j', async (body) => {
    const { save, titles } = await aLibrary()
    expect(await save(body)).toMatchObject({ status: 400 })
    expect(await titles()).toEqual([])
  })
})
