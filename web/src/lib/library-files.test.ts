// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { fileTitles, libraryFileNames } from './library-files.ts'
import { fakeServer } from './testing/fake-server.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { signedInAs } from './testing/tokens.ts'

inFreshBrowser()

test('lists a library of more than one page', async () => {
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

test('asks for the titles of many files by as many as the server takes', async () => {
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
