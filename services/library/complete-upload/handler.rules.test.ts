import { describe, expect, test } from 'vitest'
import { completeUpload } from '#shared/contract/library.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { libraryRepository } from '../library.repository.ts'
import { unfinishedFileRepository } from '../unfinished-file.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const pdf = Buffer.from('%PDF-1.7')

/** An empty library with these uploads in quarantine. */
const aLibrary = async (uploads: Readonly<Record<string, Buffer>>) => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const files = new MemoryFiles()
  for (const [name, bytes] of Object.entries(uploads)) files.put(`quarantine/${name}`, bytes)
  const caller = await world.account()
  const deps = {
    library,
    unfinished: unfinishedFileRepository(world.table),
    inspect: files.inspect,
    release: files.release,
    discard: files.remove,
    write: files.write,
  }
  const complete = (body: object, changes: Partial<typeof deps> = {}, at = now) =>
    callInMemory(completeUpload, handle, { caller, body, now: at }, { ...deps, ...changes })
  return { world, caller, files, complete, list: () => library.listNames(10) }
}

describe('complete-upload', () => {
  test('lists a second upload of the same name as another file', async () => {
    const names = ['guides_1_Twice.pdf', 'guides_2_Twice.pdf']
    const { complete, list } = await aLibrary(Object.fromEntries(names.map((name) => [name, pdf])))
    for (const name of names)
      expect(await complete({ path: `library/${name}` })).toMatchObject({ status: 200 })
    expect(await list()).toEqual(names)
  })

  test('lists and audits the file once when sent twice', async () => {
    const { world, caller, complete, files, list } = await aLibrary({ 'guides_1_Once.pdf': pdf })
    const path = 'library/guides_1_Once.pdf'
    for (let i = 0; i < 2; i += 1) expect(await complete({ path })).toEqual({ status: 200, body: { path } })
    expect(await list()).toEqual(['guides_1_Once.pdf'])
    expect(files.keys()).toEqual([path])
    expect(await world.table.listByIndex(keys.auditBy(caller.userId, '').gsi1pk)).toHaveLength(1)
  })

  test.each([
    ['guides_1_setup.pdf', Buffer.from('MZ\x90\x00 a program', 'latin1')],
    ['guides_1_page.png', Buffer.from('<script>alert(1)</script>')],
    ['guides_1_letter.docx', Buffer.from('PK\x03\x04 an archive without a document', 'latin1')],
  ])('deletes %s when its content has another type', async (name, bytes) => {
    const { complete, files, list } = await aLibrary({ [name]: bytes })
    expect(await complete({ path: `library/${name}` })).toMatchObject({
      status: 400,
      body: { error: { code: 'file_rejected' } },
    })
    expect(await list()).toEqual([])
    expect(files.keys()).toEqual([])
  })

  test('lists nothing if the upload was replaced after the check', async () => {
    const name = 'guides_1_Replaced.pdf'
    const { complete, files, list } = await aLibrary({ [name]: pdf })
    const inspect = async (key: string) => {
      const inspected = await files.inspect(key)
      files.put(key, Buffer.from('MZ a program'))
      return inspected
    }
    expect(await complete({ path: `library/${name}` }, { inspect })).toMatchObject(apiError('not_found'))
    expect(await list()).toEqual([])
    expect(files.keys()).toEqual([`quarantine/${name}`])
  })

  test('stores the thumbnail of a picture beside it, and removes that of a replaced one', async () => {
    const name = 'guides_1_Plan.png'
    const png = (text: string) => Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1')
    const { complete, files } = await aLibrary({ [name]: png('first') })
    const path = `library/${name}`
    const thumbnail = Buffer.from('\xff\xd8\xff a small image', 'latin1').toString('base64')
    expect(await complete({ path, thumbnail })).toMatchObject({ status: 200 })
    expect(files.keys()).toEqual([path, `library/thumbnails/${name}.jpg`])
    files.put(`quarantine/${name}`, png('second'))
    const script = Buffer.from('<script>').toString('base64')
    expect(await complete({ path, thumbnail: script })).toMatchObject({ status: 200 })
    expect(files.keys()).toEqual([path])
  })

  test('ignores the thumbnail of a file that is no picture, and rejects a large one', async () => {
    const { complete, files } = await aLibrary({ 'guides_1_a.pdf': pdf })
    const path = 'library/guides_1_a.pdf'
    expect(await complete({ path, thumbnail: 'A'.repeat(40_004) })).toMatchObject({ status: 400 })
    expect(await complete({ path, thumbnail: '/9j/4AAQ' })).toMatchObject({ status: 200 })
    expect(files.keys()).toEqual([path])
  })

  test('returns not_found for an upload that was never received', async () => {
    const { complete } = await aLibrary({})
    expect(await complete({ path: 'library/guides_1_a.pdf' })).toEqual(apiError('not_found'))
  })

  test('returns not_found for a replacement that is no longer in quarantine and was never completed', async () => {
    const { complete, files } = await aLibrary({ 'guides_1_a.pdf': pdf })
    const path = 'library/guides_1_a.pdf'
    expect(await complete({ path, startedAt: '2027-03-01T09:59:00.000Z' })).toMatchObject({ status: 200 })
    const startedAt = '2027-03-01T10:00:30.000Z'
    expect(await complete({ path, startedAt })).toEqual(apiError('not_found'))
    files.put('quarantine/guides_1_a.pdf', Buffer.from('%PDF-1.8'))
    for (let i = 0; i < 2; i += 1)
      expect(await complete({ path, startedAt }, {}, new Date('2027-03-01T10:01:00Z'))).toMatchObject({
        status: 200,
      })
  })

  test('completes the upload at a retry after an error', async () => {
    const { world, complete, list } = await aLibrary({ 'guides_1_a.pdf': pdf })
    const body = { path: 'library/guides_1_a.pdf' }
    world.database.onTransaction = () => {
      throw new Error('InternalServerError')
    }
    await expect(complete(body)).rejects.toThrow('InternalServerError')
    world.database.onTransaction = () => undefined
    expect(await list()).toEqual([])
    expect(await complete(body)).toMatchObject({ status: 200 })
    expect(await list()).toEqual(['guides_1_a.pdf'])
  })

  test.each([{}, { path: 'quarantine/guides_1_a.pdf' }, { path: 'library/guides_1/../../a.pdf' }])(
    'rejects %j',
    async (body) => {
      const { complete } = await aLibrary({ 'guides_1_a.pdf': pdf })
      expect(await complete(body)).toMatchObject({ status: 400 })
    },
  )
})
