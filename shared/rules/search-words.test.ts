import { describe, expect, test } from 'vitest'
import { fold, joinedWords } from './fold.ts'
import { acceptsTypo, indexWords, isTypoOf, queryWords } from './search-words.ts'

describe('the words of a search', () => {
  test('leave out words such as "the" unless there are no others', () => {
    expect(queryWords('the rent')).toEqual(['rent'])
    expect(queryWords('The')).toEqual(['the'])
    expect(queryWords('How much notice must I give?')).toEqual(['notice', 'give'])
  })

  test('returns none for a text without letters and digits', () => {
    expect([queryWords('!'), queryWords(''), indexWords(''), indexWords('–')]).toEqual([[], [], [], []])
  })

  test('may have a typo if it has four letters or more and no digits', () => {
    expect(['hmo', 'rent', 'act2025'].map(acceptsTypo)).toEqual([false, true, false])
    expect([isTypoOf('pet', 'pot'), isTypoOf('act2025', 'act2026')]).toEqual([false, false])
  })

  test('may have a wrong first letter if it has five letters or more', () => {
    expect([isTypoOf('aviction', 'eviction'), isTypoOf('sent', 'rent')]).toEqual([true, false])
  })

  test('may have two neighbouring letters swapped', () => {
    const typed = ['depsoit', 'deposti', 'edposit', 'desopit', 'depsoits']
    expect(typed.map((word) => isTypoOf(word, 'deposit'))).toEqual([true, true, true, false, false])
  })
})

describe('folding a text', () => {
  test.each([
    ['Renters’ Rights: check-in', 'renters rights check in'],
    ["the tenant's “first” – or `last` – week…", 'the tenants first or last week'],
    ['Café, caf\u00e9 and cafe\u0301', 'cafe cafe and cafe'],
    ['dilapi\u00addations\u00a0of\t10\u00bd flats @ £5', 'dilapidations of 101 2 flats 5'],
    ['ﬁre ＇doors＇ Ω漢字', 'fire doors ω漢字'],
    ['Deposit™ form № 6A, ℡', 'deposittm form no 6a tel'],
    ['-—!', ''],
  ])('makes of %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })
})

describe('the hyphenated words of a text', () => {
  test('include several that no space divides, and leave out other signs', () => {
    expect(joinedWords('(Check-in/check‑out), e-mail: -not- one - or\u00a0sub‐letting')).toEqual([
      'checkin',
      'checkout',
      'email',
      'subletting',
    ])
  })
})
