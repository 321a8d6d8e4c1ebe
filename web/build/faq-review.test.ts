import { describe, expect, test } from 'vitest'
import { questions } from '#web/content/faq.ts'
import { answersToReview } from './faq-review.ts'

describe('answersToReview', () => {
  const [answer] = questions
  const checkedOn = (lawAsAt: string) => (answer ? [{ ...answer, id: 'old', lawAsAt }] : [])

  test.each([
    ['2026-02-01', '2026-08-02'],
    // February has no 31st day.
    ['2026-08-31', '2027-03-01'],
  ])('lists answers that were checked more than six months ago: %s on %s', (lawAsAt, today) => {
    expect(answersToReview(new Date(`${today}T09:00:00Z`), checkedOn(lawAsAt))).toEqual(['old'])
  })

  test.each([
    ['2026-02-01', '2026-08-01'],
    ['2026-08-31', '2027-02-28'],
  ])('lists nothing until six months have passed: %s on %s', (lawAsAt, today) => {
    expect(answersToReview(new Date(`${today}T09:00:00Z`), checkedOn(lawAsAt))).toEqual([])
  })
})
