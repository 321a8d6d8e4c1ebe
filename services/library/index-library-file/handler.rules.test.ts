import type { DynamoDBStreamEvent } from 'aws-lambda'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { log } from '#platform/log.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from '../library.repository.ts'
import { textRepository } from '../text.repository.ts'
import { handle } from './handler.ts'

const word = zipSync({ 'word/document.xml': strToU8('<w:p><w:r><w:t>Gas checks</w:t></w:r></w:p>') })

const eventOf = (...names: readonly string[]): DynamoDBStreamEvent => ({
  Records: names.map((name) => ({
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: name, NewImage: { name: { S: name } } },
  })),
})

const anIndex = async (bytes: Uint8Array | undefined | Error) => {
  const { table, database } = inMemory()
  const texts = textRepository(table)
  const library = libraryRepository(table)
  const path = 'library/guides_1_a.docx'
  const actor = { adminId: 'admin', now: new Date('2027-03-01T10:00:00Z') }
  await library.add(path, { etag: 'a', size: 5, contentType: 'application/zip' }, actor)
  const read = async () => {
    if (bytes instanceof Error) throw bytes
    return bytes
  }
  return {
    texts,
    database,
    remove: () => library.remove(path, actor),
    run: (...names: string[]) => handle(eventOf(...names), { texts, read }),
  }
}

describe('index-library-file', () => {
  test('stores the text of a file, once when the record comes twice, and a new version', async () => {
    const { texts, run } = await anIndex(word)
    const versions = new Set<string | undefined>()
    for (let i = 0; i < 2; i += 1) {
      expect(await run('guides_1_a.docx')).toEqual({ batchItemFailures: [] })
      versions.add(await texts.version())
    }
    expect(await texts.listPage()).toMatchObject([
      { name: 'guides_1_a.docx', passages: [{ place: 'Start of the document', text: 'Gas checks' }] },
    ])
    expect(versions.size).toBe(2)
  })

  test.each([
    ['too large', undefined],
    ['damaged', strToU8('PK damaged')],
  ])('stores no text of a file that is %s, and does not try again', async (_what, bytes) => {
    const { texts, run } = await anIndex(bytes)
    expect(await run('guides_1_a.docx')).toEqual({ batchItemFailures: [] })
    expect(await texts.listPage()).toMatchObject([{ passages: [] }])
  })

  test('stores a long Chinese text, whose characters have three bytes, as an item of at most 400 KB', async () => {
    let last = 1
    const sign = () => {
      last = (last * 48_271) % 2_147_483_647
      return String.fromCodePoint(0x4e00 + (last % 3000))
    }
    const paragraphs = Array.from({ length: 300 }, () => Array.from({ length: 500 }, sign).join(''))
    const xml = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
    const { database, run } = await anIndex(zipSync({ 'word/document.xml': strToU8(xml) }))
    expect(await run('guides_1_a.docx')).toEqual({ batchItemFailures: [] })
    const sizes = database
      .all()
      .filter(({ entity }) => entity?.['S'] === 'library_text')
      .map((item) => JSON.stringify(item).length)
    expect(sizes).toEqual([expect.any(Number)])
    expect(Math.max(...sizes)).toBeLessThan(400 * 1024)
    expect(Math.max(...sizes)).toBeGreaterThan(100 * 1024)
  })

  test('stores no text of a file that is deleted while its text is read', async () => {
    const { texts, run, remove } = await anIndex(word)
    await remove()
    const version = await texts.version()
    expect(await run('guides_1_a.docx')).toEqual({ batchItemFailures: [] })
    expect(await texts.listPage()).toEqual([])
    expect(await texts.version()).toBe(version)
  })

  test('ignores a file that was deleted, and retries from the first file that cannot be loaded', async () => {
    const missing = Object.assign(new Error('The key does not exist'), { name: 'NoSuchKey' })
    expect(await (await anIndex(missing)).run('a', 'b')).toEqual({ batchItemFailures: [] })
    expect(await (await anIndex(new Error('SlowDown'))).run('a', 'b')).toEqual({
      batchItemFailures: [{ itemIdentifier: 'a' }],
    })
  })

  test('names the file in the log before it is read, and with an error, without what an admin typed', async () => {
    const info = vi.spyOn(log, 'info').mockReturnValue()
    const error = vi.spyOn(log, 'error').mockReturnValue()
    const file = { file: 'guides_17' }
    await (await anIndex(strToU8('PK damaged'))).run('guides_17_Gas.docx')
    expect(info.mock.calls).toEqual([
      ['reading the text of a file', file],
      ['file has no readable text', expect.objectContaining(file)],
    ])
    await (await anIndex(new Error('SlowDown'))).run('guides_17_Gas.docx')
    expect(error.mock.calls).toEqual([['file not indexed', expect.objectContaining(file)]])
  })
})
