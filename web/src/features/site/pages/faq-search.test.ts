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

  test('returns every answer without words', () => {
    expect(findAnswers('  ')).toHaveLength(questions.length + rentersRights.length)
  })
})
