import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { reviews } from '#web/content/reviews.ts'
import { CustomerReviews } from './reviews.tsx'

test('each customer review shows its rating, text, name, role and date, and is marked as a sample', () => {
  const [, ...cards] = renderToStaticMarkup(<CustomerReviews />).split('<article')
  expect(cards).toHaveLength(3)
  for (const [index, { rating, text, name, role, date }] of reviews.entries()) {
    expect(role).toMatch(/^(?:Client|Tenant|Landlord)$/)
    expect(date).toMatch(/^\d{1,2} [A-Z][a-z]+ 20\d\d$/)
    for (const shown of [`${rating} out of 5`, text, name, `${role}, ${date}`, 'Sample review'])
      expect(cards[index]).toContain(shown)
  }
})
