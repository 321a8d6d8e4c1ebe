import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import { privacySections } from './privacy.tsx'

test('the privacy policy says without JavaScript how to find out which chat provider is used', () => {
  const body = privacySections.find(({ id }) => id === 'shared')?.body
  const html = renderToStaticMarkup(<MemoryRouter>{body}</MemoryRouter>)
  expect(html).toMatch(new RegExp(`<noscript>[^<]*Email ${brand.supportEmail} to find out which\\.`))
})
