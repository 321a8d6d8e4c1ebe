import { describe, expect, test } from 'vitest'
import { completeUpload } from '#shared/contract/library.ts'
import { maxUploadBytes } from '#shared/values/limits.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { uploadFunctions } from '#test/kit/in-memory/upload-functions.ts'
import { libraryRepository } from '../library.repository.ts'
import { unfinishedFileRepository } from '../unfinished-file.repository.ts'
import { uploadIdOf } from '../upload-id.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const startedAt = '2027-03-01T09:59:00.000Z'
const name = 'guides_1_Plan.png'
const path = `library/${name}`

/** An empty library, and the upload of a picture by an admin. */
const anUpload = async () => {
  const { table, account } = inMemory({ now })
  const caller = await account()
  const files = new MemoryFiles()
  const png = Buffer.from('\x89PNG\r\n\x1a\n a plan', 'latin1')
  files.put(`quarantine/${name}`, png, uploadIdOf(caller.userId, startedAt), caller.userId)
  const library = libraryRepository(table)
  const deps = { library, unfinished: unfinishedFileRepository(table), ...uploadFunctions(files) }
  const complete = (body: object = {}, changes: Partial<typeof deps> = {}) =>
    callInMemory(
      completeUpload,
      handle,
      { caller, body: { path, startedAt, ...body }, now },
      { ...deps, ...changes },
    )
  return { files, library, complete }
}

describe('complete-upload', () => {
  test('succeeds when it is repeated because the listed upload could not be deleted from quarantine', async () => {
    const { files, complete } = await anUpload()
    const thumbnail = Buffer.from('\xff\xd8\xff a small image', 'latin1').toString('base64')
    files.failNextRemoval()
    await expect(complete({ thumbnail })).rejects.toThrow('InternalError')
    expect(files.keys()).toContain(`quarantine/${name}`)
    expect(await complete({ thumbnail })).toEqual({ status: 200, body: { path } })
    expect(files.keys()).toEqual([path, `library/thumbnails/${name}.jpg`])
  })

  test('keeps the thumbnail when it is repeated without one', async () => {
    const { files, complete } = await anUpload()
    await complete({ thumbnail: Buffer.from('\xff\xd8\xff a small image', 'latin1').toString('base64') })
    expect(await complete()).toEqual({ status: 200, body: { path } })
    expect(files.keys()).toEqual([path, `library/thumbnails/${name}.jpg`])
  })

  test.each([
    [maxUploadBytes, { status: 200 }],
    [maxUploadBytes + 1, { status: 400, body: { error: { code: 'file_rejected' } } }],
  ])('given an upload of %i bytes, returns %j', async (size, reply) => {
    const { files, library, complete } = await anUpload()
    const inspect = async (key: string) => {
      const upload = await files.inspect(key)
      return upload && { ...upload, size }
    }
    expect(await complete({}, { inspect })).toMatchObject(reply)
    expect(await library.listNames(10)).toHaveLength(reply.status === 200 ? 1 : 0)
  })
})
