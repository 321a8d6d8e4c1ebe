import { describe, expect, test } from 'vitest'
import { listFileTitles, listLibraryFiles } from '#shared/contract/library.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

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
})
