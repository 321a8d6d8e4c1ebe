import { describe, expect, test } from 'vitest'
import { createDownload } from '#shared/contract/library.ts'
import { apiError } from '#test/kit/api-error.ts'
import { type AccountFacts, callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { libraryRepository } from '../library.repository.ts'
import { previewRepository } from '../preview.repository.ts'
import { type Dependencies, handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const path = 'library/guides_1763600000000_Gas safety.pdf'

/** A library with one file. */
const aLibrary = async (facts: AccountFacts = { plan: 'monthly' }) => {
  const world = inMemory({ now })
  const files = new MemoryFiles()
  const library = libraryRepository(world.table)
  /** Stores a file and lists it. */
  const add = async (at: string, text: string) => {
    files.put(at, Buffer.from(text))
    await library.add(
      at,
      { etag: 'etag', size: text.length, contentType: 'sample' },
      { adminId: 'admin', now },
    )
  }
  await add(path, '%PDF-')
  const signed: Parameters<Dependencies['sign']>[] = []
  const deps: Dependencies = {
    isStored: files.isStored,
    library,
    previews: previewRepository(world.table),
    sign: async (...link) => {
      signed.push(link)
      return 'https://files.example/signed'
    },
    siteUrl: 'https://site.example',
  }
  const caller = await world.account(facts)
  const download = (body: object = { path }) =>
    callInMemory(createDownload, handle, { caller, body, now }, deps)
  return { download, files, add, signed }
}

describe('create-download', () => {
  test.each([
    ['an hour to members', { plan: 'monthly' }, 3600],
    ['a minute to admins', {}, 60],
  ] as const)('returns a link that is valid for %s, at every call', async (_who, facts, seconds) => {
    const { download, signed } = await aLibrary(facts)
    const link = { name: 'Gas safety.pdf', seconds, contentType: 'application/pdf', save: false }
    for (let i = 0; i < 2; i += 1)
      expect(await download()).toEqual({ status: 200, body: { url: 'https://files.example/signed' } })
    expect(signed).toEqual([
      [path, link],
      [path, link],
    ])
  })

  test('returns a link that saves an Office file, without the viewer', async () => {
    const { download, add, signed } = await aLibrary()
    await add('library/templates_1_Letter.docx', 'PK')
    const body = { path: 'library/templates_1_Letter.docx', save: true }
    expect(await download(body)).toEqual({ status: 200, body: { url: 'https://files.example/signed' } })
    expect(signed).toMatchObject([[body.path, { name: 'Letter.docx', save: true }]])
  })

  test('returns a link to the thumbnail of a picture, or to a picture that has none', async () => {
    const { download, files, add, signed } = await aLibrary()
    const body = { path: 'library/guides_1_Plan.png', thumbnail: true }
    await add(body.path, 'x')
    await download(body)
    files.put('library/thumbnails/guides_1_Plan.png.jpg', Buffer.from('x'))
    await download(body)
    await download({ ...body, thumbnail: false })
    expect(signed.map(([key, { contentType }]) => [key, contentType])).toEqual([
      [body.path, 'image/png'],
      ['library/thumbnails/guides_1_Plan.png.jpg', 'image/jpeg'],
      [body.path, 'image/png'],
    ])
  })

  test('returns not_found for a file that is not in the library', async () => {
    const { download, signed } = await aLibrary()
    expect(await download({ path: 'library/guides_1_none.pdf' })).toEqual(apiError('not_found'))
    expect(signed).toEqual([])
  })

  test.each([true, false])(
    'returns not_found for a deleted file that an overlapping upload has copied (thumbnail: %s)',
    async (thumbnail) => {
      const { download, files, signed } = await aLibrary()
      const copied = 'library/guides_1_Plan.png'
      files.put(copied, Buffer.from('x'))
      files.put('library/thumbnails/guides_1_Plan.png.jpg', Buffer.from('x'))
      expect(await download({ path: copied, thumbnail })).toEqual(apiError('not_found'))
      expect(signed).toEqual([])
    },
  )

  test.each([true, false])(
    'returns not_found for a listed file that storage no longer has (thumbnail: %s)',
    async (thumbnail) => {
      const { download, files, signed } = await aLibrary()
      await files.remove(path)
      expect(await download({ path, thumbnail })).toEqual(apiError('not_found'))
      expect(signed).toEqual([])
    },
  )

  test.each([
    {},
    { path: 'library/' },
    { path: 'library/../config.json' },
    { path: 'library/guides_1/../../x' },
    { path: 'quarantine/guides_1_a.pdf' },
    { path: 'library/guides_1_\u0000.pdf' },
  ])('rejects %j', async (body) => {
    const { download, signed } = await aLibrary()
    expect(await download(body)).toMatchObject({ status: 400 })
    expect(signed).toEqual([])
  })
})
