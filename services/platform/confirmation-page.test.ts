import { expect, test } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import { renderConfirmationPage, renderResultPage } from './confirmation-page.ts'

test('a page behind an emailed link has a title of the same form as all pages', () => {
  const html = renderResultPage({ title: 'Q & A', text: 'A text.', link: { text: 'Home', path: '/' } })
  expect(html).toContain(`<title>Q &amp; A · ${brand.name}</title>`)
})

test('an email address on a page behind an emailed link can break after its @', () => {
  const link = { text: 'Home', path: '/' } as const
  const facts = [['Email', 'sam@agents.example']] as const
  const form = { action: '/', fields: {}, button: 'Confirm' } as const
  expect(renderConfirmationPage({ title: 'Confirm', text: 'A text.', facts, ...form })).toContain(
    '<dd dir="auto">sam@<wbr>agents.example</dd>',
  )
  expect(renderResultPage({ title: 'Changed', text: 'Sign in with sam@agents.example.', link })).toContain(
    '<p>Sign in with sam@<wbr>agents.example.</p>',
  )
})

test('a page without details shows no empty box for them', () => {
  const form = { action: '/', fields: {}, button: 'Stop the emails' } as const
  const html = renderConfirmationPage({ title: 'Stop?', text: 'A text.', facts: [], ...form })
  expect(html).not.toContain('<dl')
})
