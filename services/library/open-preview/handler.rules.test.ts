import { describe, expect, test } from 'vitest'
import { previewSeconds } from '#shared/values/limits.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from '../library.repository.ts'
import { previewRepository } from '../preview.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const path = 'library/guides_1_Gas safety.docx'
const admin = { adminId: 'admin', now }

const aPreview = async () => {
  const { table } = inMemory({ now })
  const library = libraryRepository(table)
  const previews = previewRepository(table)
  await library.add(path, { etag: 'first', size: 5, contentType: 'application/msword' }, admin)
  const token = await previews.create(path, now)
  const sign = async (signed: string, { seconds }: { readonly seconds: number }) => `${signed} for ${seconds}`
  return {
    library,
    token,
    open: (sent: string | undefined, at = now) =>
      handle({ parameters: { token: sent }, now: at }, { library, previews, sign }),
  }
}

const notFound = { code: 'not_found' }

describe('open-preview', () => {
  test('redirects to the file, until the link expires', async () => {
    const { token, open } = await aPreview()
    const location = `${path} for ${previewSeconds}`
    expect(await open(token, later(previewSeconds - 1))).toMatchObject({
      statusCode: 302,
      headers: { location },
    })
    await expect(open(token, later(previewSeconds))).rejects.toMatchObject(notFound)
  })

  test.each([undefined, '', 'A'.repeat(43)])('finds nothing for the token %j', async (token) => {
    const { open } = await aPreview()
    await expect(open(token)).rejects.toMatchObject(notFound)
  })

  test('finds nothing once the file is deleted', async () => {
    const { library, token, open } = await aPreview()
    await library.remove(path, admin)
    await expect(open(token)).rejects.toMatchObject(notFound)
  })
})
