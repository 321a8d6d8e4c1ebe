// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { fileTitles, libraryFileNames } from './library-files.ts'
import { fakeServer } from './testing/fake-server.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { signedInAs } from './testing/tokens.ts'

inFreshBrowser()

describe('library files', () => {
  test('loads every page of the file list', async () => {
    signedInAs()
    const seen = fakeServer({
      '/functions/list-library-files': [
        { body: { data: [{ name: 'guides_1_a.pdf' }], next: 'guides_1_a.pdf' } },
        { body: { data: [{ name: 'templates_2_b.pdf' }] } },
      ],
    })
    expect(await libraryFileNames()).toEqual(['guides_1_a.pdf', 'templates_2_b.pdf'])
    expect(seen.map(({ body }) => body)).toEqual([{}, { after: 'guides_1_a.pdf' }])
  })

  test('requests titles in batches of at most 200 files', async () => {
    signedInAs()
    const title = (path: string) => ({ path, title: `Title of ${path}`, description: null })
    const seen = fakeServer({
      '/functions/list-file-titles': [
        { body: { data: [title('library/a')] } },
        { body: { data: [title('library/b')] } },
      ],
    })
    const titles = await fileTitles(Array.from({ length: 201 }, (_, i) => `library/guides_${i}_x.pdf`))
    expect([...titles.keys()]).toEqual(['library/a', 'library/b'])
    expect(seen.map(({ body }) => body)).toMatchObject([{ paths: { length: 200 } }, { paths: { length: 1 } }])
    expect(await fileTitles([])).toEqual(new Map())
  })
})
