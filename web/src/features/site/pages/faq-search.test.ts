import { describe, expect, test } from 'vitest'
import { questions, rentersRights } from '#web/content/faq.ts'
import { findAnswers } from './faq-search.ts'

describe('findAnswers', () => {
  test('finds answers that contain all words, in any case and order', () => {
    expect(findAnswers('LOCKS change').map(({ id }) => id)).toEqual(['locks'])
  })

  test('finds answers by country', () => {
    expect(findAnswers('wales benefits').map(({ id }) => id)).toEqual(['wales'])
  })

  test('finds a word with the apostrophe of a keyboard, and without one', () => {
    const found = findAnswers('tenant’s')
    expect(found.length).toBeGreaterThan(0)
    expect(findAnswers("tenant's")).toEqual(found)
    expect(findAnswers('Renters Rights Act').length).toBeGreaterThan(0)
    expect(findAnswers("Renters' Rights Act")).toEqual(findAnswers('Renters Rights Act'))
  })

  test('returns every answer without words', () => {
    expect(findAnswers('  ')).toHaveLength(questions.length + rentersRights.length)
  })
})
