import { describe, expect, test } from 'vitest'
import { indexWords, synonymTokensIn } from '#shared/rules/search-words.ts'
import { searchTexts } from './search-text.ts'

/** A file with one passage for each text. */
const aFile = (name: string, ...texts: readonly string[]) => {
  const all = texts.join('\n')
  return {
    name,
    passages: texts.map((text, index) => ({ place: `Page ${index + 1}`, text })),
    words: ` ${[...indexWords(all), ...synonymTokensIn(all)].join(' ')} `,
  }
}

describe('searchTexts', () => {
  test.each([
    ['depo', 'Deposits are protected'],
    ['checkin', 'At the check-in'],
    ['check-in', 'At checkin'],
    ['e-mail', 'Send an email'],
    ['e-mai', 'Send an email'],
    ['sub-lettings', 'Subletting is forbidden'],
  ])('finds %s in "%s" without a wrong letter or a missing word', (query, text) => {
    const found = searchTexts([aFile('a.pdf', text), aFile('b.pdf', 'Rent')], query, 20)
    expect(found).toMatchObject({ matches: [{ name: 'a.pdf' }], total: 1, typos: false, partial: false })
  })

  test('reports no missing word if nothing is found', () => {
    const nothing = { matches: [], total: 0, typos: false, partial: false }
    expect(searchTexts([aFile('a.pdf', 'Rent')], 'zebra stripes', 20)).toEqual(nothing)
  })

  test('accepts two swapped letters, but no wrong one of the two', () => {
    const garden = [aFile('a.pdf', 'The garden')]
    expect(searchTexts(garden, 'gadren', 20)).toMatchObject({ total: 1, typos: true })
    for (const query of ['gadxen', 'gaxren']) expect(searchTexts(garden, query, 20).total, query).toBe(0)
  })

  test('finds no file by a synonym that begins on one page and ends on the next', () => {
    const files = [aFile('a.pdf', 'Rent of the first section', '21 days later')]
    expect(searchTexts(files, 's21', 20)).toMatchObject({ matches: [], total: 0 })
  })

  test('returns files with more matching pages first', () => {
    const files = [aFile('a.pdf', 'A deposit', 'Rent'), aFile('b.pdf', 'A deposit', 'Another deposit')]
    expect(searchTexts(files, 'deposit', 20).matches.map(({ name }) => name)).toEqual(['b.pdf', 'a.pdf'])
  })

  test('shows a synonym of the query in the excerpt, although it comes late in the text', () => {
    const text = `${'Every agent keeps one for each flat and house. '.repeat(8)}Here is a section 21 notice.`
    const { matches } = searchTexts([aFile('a.pdf', text)], 's21', 20)
    expect(matches[0]?.passages[0]?.text).toContain('section 21')
  })
})
