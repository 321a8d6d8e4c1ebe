/** A test that the page names as proof. */
export interface Citation {
  readonly file: string
  readonly title: string
}

const citation = /`([\w./-]+\.(?:test|journey)\.tsx?)` › "([^"]+)"/g

/** Returns the tests that a page names: `` `file` › "title" ``. */
export const citationsIn = (page: string): Citation[] =>
  [...page.matchAll(citation)].map(([, file = '', title = '']) => ({ file, title }))

/** Returns the requirements of a page, in rows that begin with a number like 8.2.1, that name no test. */
export const requirementsWithoutTest = (page: string): string[] =>
  page
    .split('\n')
    .filter((line) => /^\|\s*\d+\.\d+\.\d+\s*\|/.test(line) && citationsIn(line).length === 0)
    .map((line) => line.split('|')[1]?.trim() ?? '')

/**
 * Returns what is wrong with the tests that a page names.
 *
 * @param read returns the text of a file, or undefined if it does not exist
 */
export const problemsOf = (page: string, read: (file: string) => string | undefined): string[] => {
  const citations = citationsIn(page)
  return [
    ...(citations.length === 0 ? ['The page names no test'] : []),
    ...requirementsWithoutTest(page).map((number) => `Requirement ${number} names no test`),
    ...citations.flatMap(({ file, title }) => {
      const text = read(file)
      if (text === undefined) return [`${file} does not exist`]
      return text.includes(title) ? [] : [`${file} has no test "${title}"`]
    }),
  ]
}
