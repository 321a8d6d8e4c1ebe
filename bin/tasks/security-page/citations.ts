import { normalize } from 'node:path/posix'

/** A test that the page names as proof. */
export interface Citation {
  readonly file: string
  readonly title: string
}

const citation = /`([\w./-]+\.(?:test|journey)\.tsx?)` › "([^"]+)"/g

/** Returns the tests that a page names: `` `file` › "title" ``. */
const citationsIn = (page: string): Citation[] =>
  [...page.matchAll(citation)].map(([, file = '', title = '']) => ({ file, title }))

const documentLink = /\[[^\]]+\]\(([^)#]*)(?:#([^)]+))?\)/g

/** Returns the documents to which a page links, with the anchor of a section if the link has one. */
const documentsIn = (page: string) =>
  [...page.matchAll(documentLink)]
    .filter(([, target = '']) => !target.includes('://'))
    .map(([, file = '', anchor]) => ({ file: file.split('?')[0] ?? '', anchor }))

/**
 * Returns the requirements of a page, in rows that begin with a number like 8.2.1, that name no test and no document.
 */
const requirementsWithoutProof = (page: string): string[] =>
  page
    .split('\n')
    .filter(
      (line) =>
        /^\|\s*\d+\.\d+\.\d+\s*\|/.test(line) &&
        citationsIn(line).length === 0 &&
        documentsIn(line).length === 0,
    )
    .map((line) => line.split('|')[1]?.trim() ?? '')

/** Returns the anchors of the headings of a document, as GitHub creates them. */
export const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Returns whether a file runs a test of this title: `test('title'` or `test.each(table)('title'`. */
const hasTest = (text: string, title: string): boolean => {
  const escaped = title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const call = new RegExp(String.raw`(?:^[ \t]*test|^.*\))\(\s*(['"\`])${escaped}\1`, 'gm')
  return [...text.matchAll(call)].some(({ index, 0: found }) => {
    if (/^[ \t]*\/[/*]/.test(found)) return false
    if (/^[ \t]*test\(/.test(found)) return true
    const [, modifier] =
      [...text.slice(0, index + found.length).matchAll(/^[ \t]*test((?:\.\w+)*)/gm)].at(-1) ?? []
    return /^(?:\.concurrent|\.sequential)?\.(?:each|for)$/.test(modifier ?? '')
  })
}

/** Returns the links of a page in docs/ that lead to no document, or to none of its headings. */
const brokenLinksOf = (page: string, read: (file: string) => string | undefined): string[] =>
  documentsIn(page).flatMap(({ file, anchor }) => {
    const path = file === '' ? 'docs/security.md' : normalize(`docs/${file}`)
    const text = file === '' ? page : read(path)
    if (text === undefined) return [`${path} does not exist`]
    return anchor === undefined || anchorsOf(text).includes(anchor)
      ? []
      : [`${path} has no heading #${anchor}`]
  })

/**
 * Returns the defects of the tests and documents that a page names.
 *
 * @param read returns the text of a file, or undefined if it does not exist
 */
export const problemsOf = (page: string, read: (file: string) => string | undefined): string[] => {
  const citations = citationsIn(page)
  return [
    ...(citations.length === 0 ? ['The page names no test'] : []),
    ...requirementsWithoutProof(page).map((number) => `Requirement ${number} names no test`),
    ...brokenLinksOf(page, read),
    ...citations.flatMap(({ file, title }) => {
      const text = read(file)
      if (text === undefined) return [`${file} does not exist`]
      return hasTest(text, title) ? [] : [`${file} has no test "${title}"`]
    }),
  ]
}
