import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#lib/bundle-functions.ts'
import { anchorsOf } from './security-page/citations.ts'

const pagesIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'local/README.md', ...pagesIn('docs')]

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')

/** Returns the links of a page to files of the project, each with its heading if it names one. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => ({
    target: path === '' ? page : join(dirname(page), path),
    anchor,
  }))

const isBroken = ({ target, anchor }: ReturnType<typeof linksOf>[number]): boolean =>
  !existsSync(join(projectRoot, target)) ||
  (anchor !== undefined && !anchorsOf(read(target)).includes(anchor))

describe('the documents', () => {
  test.each(pages)('%s has no link to a missing file or heading', (page) => {
    expect(linksOf(page).filter(isBroken)).toEqual([])
  })

  test('contain links to headings', () => {
    const anchors = pages.flatMap((page) => linksOf(page).filter(({ anchor }) => anchor !== undefined))
    expect(anchors.length).toBeGreaterThan(100)
  })

  test('in docs are all listed by the README', () => {
    const listed = linksOf('README.md').map(({ target }) => target)
    const expected = pagesIn('docs').filter((page) => !page.startsWith('docs/decisions/'))
    expect(expected.filter((page) => !listed.includes(page))).toEqual([])
  })

  test('say what every folder of tests contains', () => {
    const [, table = ''] = /## Where the tests are\n([^]*?)\n## /.exec(read('CONTRIBUTING.md')) ?? []
    const described = [...table.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)\/`/g)].map(([, folder]) => folder),
    )
    const folders = readdirSync(join(projectRoot, 'test'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(described.toSorted()).toEqual(folders.toSorted())
  })
})
