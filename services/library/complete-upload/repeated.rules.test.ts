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

const thumbnailOf = (text: string) => Buffer.from(`\xff\xd8\xff ${text}`, 'latin1').toString('base64')
const thumbnail = thumbnailOf('a small plan')

/** An empty library, and the upload of a picture by an admin. */
const anUpload = async () => {
  const { table, account } = inMemory({ now })
  const caller = await account()
  const files = new MemoryFiles()
  const send = (text: string, at: string) => {
    const png = Buffer.from(`\x89PNG\r\n\x1a\n ${text}`, 'latin1')
    files.put(`quarantine/${name}`, png, uploadIdOf(caller.userId, at), caller.userId)
  }
  send('a plan', startedAt)
  const library = libraryRepository(table)
  const deps = { library, unfinished: unfinishedFileRepository(table), ...uploadFunctions(files) }
  const complete = (body: object = {}, changes: Partial<typeof deps> = {}) =>
    callInMemory(
      completeUpload,
      handle,
      { caller, body: { path, startedAt, ...body }, now },
      { ...deps, ...changes },
    )
  return { files, library, deps, send, complete }
}

describe('complete-upload', () => {
  test('succeeds when it is repeated because the listed upload could not be deleted from quarantine', async () => {
    const { files, complete } = await anUpload()
    files.failNextRemoval()
    await expect(complete({ thumbnail })).rejects.toThrow('InternalError')
    expect(files.keys()).toContain(`quarantine/${name}`)
    expect(await complete({ thumbnail })).toEqual({ status: 200, body: { path } })
    expect(files.keys()).toEqual([path, `library/thumbnails/${name}.jpg`])
  })

  test('keeps the thumbnail when it is repeated without one', async () => {
    const { files, complete } = await anUpload()
    await complete({ thumbnail })
    expect(await complete()).toEqual({ status: 200, body: { path } })
    expect(files.keys()).toEqual([path, `library/thumbnails/${name}.jpg`])
  })

  test('adds no thumbnail when it is repeated while another upload has not been listed yet', async () => {
    const { files, deps, send, complete } = await anUpload()
    await complete({ thumbnail })
    const later = '2027-03-01T10:00:30.000Z'
    send('another plan', later)
    const write: typeof deps.write = async (...file) => {
      await deps.write(...file)
      expect(await complete({ thumbnail })).toMatchObject({ status: 200 })
    }
    const other = { startedAt: later, thumbnail: thumbnailOf('another small plan') }
    expect(await complete(other, { write })).toMatchObject({ status: 200 })
    expect(files.read(`library/thumbnails/${name}.jpg`)).toContain('another small plan')
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
