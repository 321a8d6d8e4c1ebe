import { describe, expect, test } from 'vitest'
import { questions } from '#web/content/faq.ts'
import { answersToReview } from './faq-review.ts'

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
