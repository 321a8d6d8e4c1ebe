import { describe, expect, test } from 'vitest'
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
