import { describe, expect, test } from 'vitest'
import { listFileTitles } from '#shared/contract/library.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from '../library.repository.ts'
import { titleRepository } from '../title.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const title = { path: 'library/guides_1_Gas safety.pdf', title: 'Gas safety', description: null }

const list = async (body: object) => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const titles = titleRepository(world.table)
  const caller = await world.account({ plan: 'monthly' })
  const actor = { adminId: 'admin', now }
  await library.add(title.path, { size: 5, contentType: 'application/pdf', etag: 'etag' }, actor)
  await titles.save(title, actor)
  return callInMemory(listFileTitles, handle, { caller, body, now }, { titles })
}

describe('list-file-titles', () => {
  test('returns a title once if its path is given twice', async () => {
    expect(await list({ paths: [title.path, title.path] })).toEqual({ status: 200, body: { data: [title] } })
  })

  test.each([
    {},
    { paths: 'library/guides_1_a.pdf' },
    { paths: ['../secrets'] },
    { paths: ['library/guides_../../x'] },
    { paths: ['quarantine/guides_1_a.pdf'] },
    { paths: Array.from({ length: 201 }, (_, i) => `library/guides_${i}_a.pdf`) },
  ])('rejects %j', async (body) => {
    const { status } = apiError('validation_failed')
    expect(await list(body)).toMatchObject({ status, body: { error: { code: 'validation_failed' } } })
  })
})
