import { describe, expect, test } from 'vitest'
import { answersToReview } from './faq-review.ts'
import { findAnswers } from './faq-search.ts'
import { questions, rentersRights } from './faq.ts'
import { commonQuestions } from './home.ts'

const all = [...questions, ...rentersRights]

describe('FAQ answers', () => {
  test.each(all)('$id has a country, a date and official sources', ({ countries, lawAsAt, sources }) => {
    expect(countries.length).toBeGreaterThan(0)
    expect(new Date(lawAsAt).toISOString().slice(0, 10)).toBe(lawAsAt)
    expect(sources.length).toBeGreaterThan(0)
    for (const { url } of sources)
      expect(new URL(url).hostname).toMatch(/(?:^|\.)(?:legislation\.gov\.uk|gov\.uk|gov\.wales)$/)
  })

  test('each have their own address', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  test('are named by their own questions on the home page', () => {
    const named = commonQuestions.map(([id]) => [id, all.find((answer) => answer.id === id)?.question])
    expect(named).toEqual(commonQuestions)
  })

  test('cite right to rent for England only', () => {
    const forWales = all.filter(({ countries }) => countries.includes('Wales'))
    const sentences = forWales.flatMap(
      ({ answer }) => answer.join(' ').match(/[^.]*right to rent[^.]*/gi) ?? [],
    )
    expect(sentences.filter((sentence) => !sentence.includes('In England'))).toEqual([])
  })
})

describe('answersToReview', () => {
  const [answer] = questions
  const checked = answer ? [{ ...answer, id: 'old', lawAsAt: '2026-02-01' }] : []

  test('lists answers that were checked more than six months ago', () => {
    expect(answersToReview(new Date('2026-08-02T09:00:00Z'), checked)).toEqual(['old'])
  })

  test('lists nothing until six months have passed', () => {
    expect(answersToReview(new Date('2026-08-01T09:00:00Z'), checked)).toEqual([])
  })
})

describe('findAnswers', () => {
  test('finds answers that contain all words, in any case and order', () => {
    expect(findAnswers('LOCKS change').map(({ id }) => id)).toEqual(['locks'])
  })

  test('finds answers by country', () => {
    expect(findAnswers('wales benefits').map(({ id }) => id)).toEqual(['wales'])
  })

  test('returns every answer without words', () => {
    expect(findAnswers('  ')).toHaveLength(all.length)
  })
})
