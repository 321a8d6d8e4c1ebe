import { describe, expect, test } from 'vitest'
import { createUpload } from '#shared/contract/library.ts'
import { maxUploadBytes } from '#shared/values/limits.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from '../library.repository.ts'
import { type Dependencies, handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const aGuide = { kind: 'guides', name: 'Sample.pdf', type: 'application/pdf', size: 31 }

const create = async (changes: object) => {
  const signed: Parameters<Dependencies['sign']>[] = []
  const sign: Dependencies['sign'] = async (...form) => {
    signed.push(form)
    return { url: 'https://files.example/', fields: {} }
  }
  const { table, account } = inMemory({ now })
  const library = libraryRepository(table)
  const caller = await account()
  const file = { etag: 'a', size: 5, contentType: 'application/pdf' }
  await library.add('library/guides_1_Listed.pdf', file, { adminId: caller.userId, now })
  const body = { ...aGuide, ...changes }
  const reply = await callInMemory(createUpload, handle, { caller, body, now }, { library, sign })
  return { reply, signed, adminId: caller.userId }
}

describe('create-upload', () => {
  test('signs a form for the type of the extension, the declared size and 15 minutes, at every call', async () => {
    for (let i = 0; i < 2; i += 1) {
      const { reply, signed, adminId } = await create({ type: '' })
      const name = `guides_${now.getTime()}_Sample.pdf`
      expect(reply).toMatchObject({ status: 200, body: { path: `library/${name}` } })
      const upload = expect.stringMatching(/^[0-9a-f]{32}$/)
      const terms = {
        contentType: 'application/pdf',
        size: 31,
        seconds: 900,
        upload,
        adminId,
        isReplacement: false,
      }
      expect(signed).toEqual([[`quarantine/${name}`, terms]])
    }
  })

  test.each([
    [{ name: 'setup.exe' }, 'Invalid file type (.exe)'],
    [{ type: 'text/html' }, 'Invalid MIME type'],
    [{ name: 'a.exe%00.pdf' }, 'The file name contains characters that are not allowed'],
    [{ name: 'a.exe%0A.pdf' }, 'The file name contains characters that are not allowed'],
    [{ name: 'a.exe\u0000.pdf' }, 'The file name contains characters that are not allowed'],
    [{ name: 'invoice\u202efdp.pdf' }, 'The file name contains characters that are not allowed'],
    [{ name: 'a\u2066b.pdf' }, 'The file name contains characters that are not allowed'],
    [{ size: maxUploadBytes + 1 }, 'File too large (200.1MB, max 200MB)'],
  ])('rejects %j with the reason and signs nothing', async (changes, reason) => {
    const { reply, signed } = await create(changes)
    expect({ reply, signed }).toEqual({ reply: apiError('file_rejected', reason), signed: [] })
  })

  test('returns another path to a second admin who uploads a file of that name in the same millisecond', async () => {
    const { table, account } = inMemory({ now })
    const sign: Dependencies['sign'] = async () => ({ url: 'https://files.example/', fields: {} })
    const deps = { library: libraryRepository(table), sign }
    const callers = [await account(), await account()]
    const replies = await Promise.all(
      callers.map((caller) => callInMemory(createUpload, handle, { caller, body: aGuide, now }, deps)),
    )
    const paths = replies.map(({ body }) => createUpload.ok.parse(body).path)
    const pathAt = (time: number) => `library/guides_${time}_Sample.pdf`
    expect(paths.toSorted()).toEqual([pathAt(now.getTime()), pathAt(now.getTime() + 1)])
  })

  test.each([{ kind: undefined }, { kind: 'videos' }, { size: 0 }, { name: '' }])(
    'rejects %j',
    async (changes) => {
      expect(await create(changes)).toMatchObject({ reply: { status: 400 }, signed: [] })
    },
  )

  test('signs a form for the path of the file to replace', async () => {
    const { reply, signed } = await create({ replaces: 'library/guides_1_Listed.pdf' })
    expect(reply).toMatchObject({ status: 200, body: { path: 'library/guides_1_Listed.pdf' } })
    expect(signed).toMatchObject([['quarantine/guides_1_Listed.pdf', { isReplacement: true }]])
  })

  test.each([
    [{ replaces: 'library/guides_1_Unknown.pdf' }, apiError('not_found')],
    [
      { replaces: 'library/guides_1_Listed.pdf', name: 'Sample.docx', type: '' },
      apiError('file_rejected', 'Please choose a .pdf file to replace this one'),
    ],
  ])('signs nothing to replace a file with %j', async (changes, reply) => {
    const { reply: received, signed } = await create(changes)
    expect({ reply: received, signed }).toEqual({ reply, signed: [] })
  })

  test.each(['../../config.json.pdf', 'a/b\\c.pdf', '..pdf.pdf', '${filename}.pdf'])(
    'signs a key inside the quarantine folder for the file name %j',
    async (name) => {
      const { signed } = await create({ name })
      expect(signed[0]?.[0]).toMatch(/^quarantine\/guides_\d{13}_[^/\\]+\.pdf$/)
      expect(signed[0]?.[0]).not.toMatch(/\.\.|\$\{/)
    },
  )
})
