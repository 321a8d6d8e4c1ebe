import { describe, expect, test } from 'vitest'
import { problemsOf } from './citations.ts'

const row = (number: string, proof: string) => `| ${number} | Text | ${proof} |`
const proof = '`a.test.ts` › "rejects strangers"'
const read = (file: string) => (file === 'a.test.ts' ? "test('rejects strangers', …" : undefined)
const table = "test.each([\n  ['a token'],\n])('rejects %s (all)', …"

describe('problemsOf', () => {
  test('accepts a page whose tests all exist', () => {
    expect(problemsOf(row('8.2.1', proof), read)).toEqual([])
  })

  test('accepts the title of a test with a table', () => {
    expect(problemsOf(row('8.2.1', '`a.test.ts` › "rejects %s (all)"'), () => table)).toEqual([])
  })

  test.each([
    ['in a comment', "// test('rejects strangers', …"],
    ['as part of a longer title', "test('rejects strangers and friends', …"],
    ['of a skipped test', "test.skip('rejects strangers', …"],
    ['of a skipped test with a table', "test.skip.each(['a'])('rejects strangers', …"],
    ['of a call that is not a test', "expect(title)('rejects strangers')"],
    ['of a row', "test.each([['rejects strangers']])('%s', …"],
  ])('does not accept a title %s', (_where, text) => {
    expect(problemsOf(row('8.2.1', proof), () => text)).toEqual(['a.test.ts has no test "rejects strangers"'])
  })

  test('accepts a document in place of a test, if its heading exists', () => {
    const documented = row('11.1.1', '[keys](runbook.md#changing-secrets)')
    const page = [row('8.2.1', proof), documented].join('\n')
    const readAll = (file: string) => (file === 'docs/runbook.md' ? '## Changing secrets' : read(file))
    expect(problemsOf(page, readAll)).toEqual([])
    expect(problemsOf(page, read)).toEqual(['docs/runbook.md does not exist'])
    expect(problemsOf(page.replace('changing', 'new'), readAll)).toEqual([
      'docs/runbook.md has no heading #new-secrets',
    ])
  })

  test.each([
    ['a missing file', row('8.2.1', '`b.test.ts` › "rejects strangers"'), 'b.test.ts does not exist'],
    [
      'a renamed test',
      row('8.2.1', '`a.test.ts` › "rejects nobody"'),
      'a.test.ts has no test "rejects nobody"',
    ],
    [
      'a requirement without a test',
      [row('8.2.1', proof), row('8.2.2', 'none')].join('\n'),
      'Requirement 8.2.2 names no test',
    ],
    ['a page without tests', 'Text', 'The page names no test'],
  ])('reports %s', (_what, page, problem) => {
    expect(problemsOf(page, read)).toEqual([problem])
  })
})
