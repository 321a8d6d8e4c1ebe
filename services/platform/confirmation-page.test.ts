import { expect, test } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import { renderResultPage } from './confirmation-page.ts'

test('a page behind an emailed link has a title of the same form as all pages', () => {
  const html = renderResultPage({ title: 'Q & A', text: 'A text.', link: { text: 'Home', path: '/' } })
  expect(html).toContain(`<title>Q &amp; A · ${brand.name}</title>`)
})
