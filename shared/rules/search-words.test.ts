import { describe, expect, test } from 'vitest'
import { joinedWords } from './fold.ts'
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

  test('may have a typo from four letters on, and without digits', () => {
    expect(['hmo', 'rent', 'act2025'].map(acceptsTypo)).toEqual([false, true, false])
    expect([isTypoOf('pet', 'pot'), isTypoOf('act2025', 'act2026')]).toEqual([false, false])
  })

  test('may have a wrong first letter from five letters on', () => {
    expect([isTypoOf('aviction', 'eviction'), isTypoOf('sent', 'rent')]).toEqual([true, false])
  })

  test('may have two neighbouring letters swapped', () => {
    const typed = ['depsoit', 'deposti', 'edposit', 'desopit', 'depsoits']
    expect(typed.map((word) => isTypoOf(word, 'deposit'))).toEqual([true, true, true, false, false])
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
