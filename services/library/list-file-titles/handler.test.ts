import { describe, expect, test } from 'vitest'
import { listFileTitles, listLibraryFiles } from '#shared/contract/library.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

describe('list-file-titles', () => {
  test('returns the titles of the given paths and leaves out paths without one', async () => {
    const as = await given.monthlyMember()
    const { data: files } = await callOk(listLibraryFiles, { as })
    const paths = files.map(({ name }) => `library/${name}`)
    const { data } = await callOk(listFileTitles, {
      as,
      body: { paths: [...paths, 'library/guides_1_none.pdf'] },
    })
    expect(data.length).toBeGreaterThan(0)
    for (const title of data) {
      expect(paths).toContain(title.path)
      expect(Object.keys(title).toSorted()).toEqual(['description', 'path', 'title'])
    }
  })

  test('returns each title once when sent twice or given a path twice', async () => {
    const as = await given.monthlyMember()
    const [file] = (await callOk(listLibraryFiles, { as })).data
    const paths = [`library/${file?.name}`, `library/${file?.name}`]
    const first = await callOk(listFileTitles, { as, body: { paths } })
    expect(first.data).toHaveLength(1)
    expect(await callOk(listFileTitles, { as, body: { paths } })).toEqual(first)
  })

  test.each([
    {},
    { paths: 'library/guides_1_a.pdf' },
    { paths: ['../secrets'] },
    { paths: ['library/guides_../../x'] },
    { paths: ['quarantine/guides_1_a.pdf'] },
    { paths: Array.from({ length: 201 }, (_, i) => `library/guides_${i}_a.pdf`) },
  ])('rejects %j', async (body) => {
    expect(await callWrongly(listFileTitles, { as: await given.monthlyMember(), body })).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_failed' } },
    })
  })

  test('rejects users without a subscription', async () => {
    expect(await call(listFileTitles, { as: await given.user(), body: { paths: [] } })).toMatchObject(
      apiError('forbidden'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(listFileTitles, { body: { paths: [] } })).toMatchObject(unauthorized)
  })
})
