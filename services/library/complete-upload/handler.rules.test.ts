import { describe, expect, test } from 'vitest'
import { completeUpload } from '#shared/contract/library.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { uploadFunctions } from '#test/kit/in-memory/upload-functions.ts'
import { libraryRepository } from '../library.repository.ts'
import { unfinishedFileRepository } from '../unfinished-file.repository.ts'
import { uploadIdOf } from '../upload-id.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const pdf = Buffer.from('%PDF-1.7')

/** An empty library with these uploads in quarantine. */
const aLibrary = async (uploads: Readonly<Record<string, Buffer>>) => {
  const world = inMemory({ now })
  const files = new MemoryFiles()
  for (const [name, bytes] of Object.entries(uploads)) files.put(`quarantine/${name}`, bytes)
  const caller = await world.account()
  const library = libraryRepository(world.table)
  const unfinished = unfinishedFileRepository(world.table)
  const deps = { library, unfinished, ...uploadFunctions(files) }
  const completeAs = (as: Caller, body: object, changes: Partial<typeof deps> = {}, at = now) =>
    callInMemory(completeUpload, handle, { caller: as, body, now: at }, { ...deps, ...changes })
  const complete = (body: object, changes: Partial<typeof deps> = {}, at = now) =>
    completeAs(caller, body, changes, at)
  return {
    library,
    deps,
    completeAs,
    world,
    caller,
    files,
    complete,
    list: () => library.listNames(10),
  }
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

  test('stores the thumbnail of a picture beside it, and removes the thumbnail of a replaced picture', async () => {
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

  test('ignores the thumbnail of a file that is not a picture, and rejects a large one', async () => {
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

describe('complete-upload by two admins', () => {
  const name = 'guides_1_Plan.png'
  const path = `library/${name}`
  const replaced = apiError(
    'item_changed',
    'Another upload has replaced this file since you chose yours. Please look at the current file first.',
  )
  const minute = (value: number) => new Date(now.getTime() + value * 60_000)
  const png = (text: string) => Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1')
  const small = (text: string) => Buffer.from(`\xff\xd8\xff ${text}`, 'latin1')

  /** A listed picture, and two admins who replace it. Each sends and completes at the given minutes. */
  const twoAdmins = async () => {
    const world = await aLibrary({ [name]: png('old') })
    await world.complete({ path })
    const admin = async (text: string, startMinute: number) => {
      const caller = await world.world.account()
      const startedAt = minute(startMinute).toISOString()
      const body = { path, startedAt, thumbnail: small(text).toString('base64') }
      return {
        send: (content = text) =>
          world.files.put(
            `quarantine/${name}`,
            png(content),
            uploadIdOf(caller.userId, startedAt),
            caller.userId,
          ),
        complete: (at: number, changes: Partial<typeof world.deps> = {}) =>
          world.completeAs(caller, body, changes, minute(at)),
      }
    }
    const shown = async () => ({
      content: world.files.read(path),
      thumbnail: world.files.read(`library/thumbnails/${name}.jpg`),
      listed: await world.library.listFiles(),
    })
    /** Expects content, thumbnail and list of the same upload. */
    const expectShown = async (text: string) =>
      expect(await shown()).toMatchObject({
        content: png(text).toString('latin1'),
        thumbnail: small(text).toString('latin1'),
        listed: [{ size: png(text).length }],
      })
    return {
      ...world,
      admin,
      first: await admin('first', 1),
      second: await admin('the second', 2),
      expectShown,
    }
  }

  test('reports a retried replacement as replaced when newer content is listed', async () => {
    const { admin, first, expectShown } = await twoAdmins()
    first.send()
    for (let i = 0; i < 2; i += 1) expect(await first.complete(3)).toMatchObject({ status: 200 })
    const later = await admin('a later one', 4)
    later.send()
    expect(await later.complete(5)).toMatchObject({ status: 200 })
    expect(await first.complete(6)).toEqual(replaced)
    expect(await later.complete(6)).toMatchObject({ status: 200 })
    await expectShown('a later one')
  })

  test('immediately completes an upload that was sent between the check and the copy of another one', async () => {
    const { deps, files, first, second, expectShown } = await twoAdmins()
    first.send()
    const inspect: typeof deps.inspect = async (key) => {
      const inspected = await files.inspect(key)
      second.send()
      return inspected
    }
    expect(await first.complete(3, { inspect })).toEqual(apiError('not_found'))
    expect(await second.complete(3)).toMatchObject({ status: 200 })
    await expectShown('the second')
  })

  test('reports a replacement with the same content as completed when its first response was lost', async () => {
    const { first } = await twoAdmins()
    first.send('old')
    for (let i = 0; i < 2; i += 1) expect(await first.complete(3)).toMatchObject({ status: 200 })
  })

  test('replaces no content that was listed after the form was signed: its admin has not seen it', async () => {
    const { first, second, files, expectShown } = await twoAdmins()
    first.send()
    await first.complete(3)
    second.send()
    expect(await second.complete(4)).toEqual(replaced)
    await expectShown('first')
    expect(files.keys()).not.toContain(`quarantine/${name}`)
  })

  test('reports an upload that another one has overtaken, and keeps the content of the other', async () => {
    const { first, second, expectShown } = await twoAdmins()
    first.send()
    second.send()
    expect(await first.complete(3)).toEqual(replaced)
    expect(await second.complete(3)).toMatchObject({ status: 200 })
    expect(await first.complete(4)).toEqual(replaced)
    await expectShown('the second')
  })

  test('completes no other upload while one is copied but not listed yet', async () => {
    const { deps, first, second, expectShown } = await twoAdmins()
    first.send()
    const replies: unknown[] = []
    const write: typeof deps.write = async (...file) => {
      second.send()
      replies.push(await second.complete(3))
      return deps.write(...file)
    }
    expect(await first.complete(3, { write })).toMatchObject({ status: 200 })
    expect(replies).toEqual([apiError('upload_busy')])
    await expectShown('first')
  })

  test.each([
    { isRepeat: false, isLatest: false },
    { isRepeat: true, isLatest: false },
    { isRepeat: false, isLatest: true },
  ])('keeps a thumbnail that is written late only with its own picture: %j', async (one) => {
    const { admin, deps, first, files } = await twoAdmins()
    first.send()
    if (one.isRepeat) await first.complete(3)
    const write: typeof deps.write = async (...file) => {
      await first.complete(3)
      if (one.isLatest) return deps.write(...file)
      const later = await admin('a later one', 4)
      later.send()
      expect(await later.complete(5)).toMatchObject({ status: 200 })
      return deps.write(...file)
    }
    await first.complete(3, { write })
    expect(files.keys()).toEqual([path, ...(one.isLatest ? [`library/thumbnails/${name}.jpg`] : [])])
  })

  test('completes an upload again a minute after the request of another one was interrupted', async () => {
    const { deps, first, second, expectShown } = await twoAdmins()
    first.send()
    const write: typeof deps.write = async () => {
      throw new Error('the function was interrupted')
    }
    await expect(first.complete(3, { write })).rejects.toThrow('the function was interrupted')
    second.send()
    expect(await second.complete(3)).toEqual(apiError('upload_busy'))
    expect(await second.complete(5)).toMatchObject({ status: 200 })
    await expectShown('the second')
  })
})
