// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import FaqPage from './faq-page.tsx'

inFreshBrowser()

describe('/faq', () => {
  test('has the search before the table of contents, which fills several screens of a phone', () => {
    showPage(paths.faq, <FaqPage />)
    const contents = screen.getByRole('navigation', { name: 'On this page' })
    const position = screen.getByRole('searchbox').compareDocumentPosition(contents)
    expect(position).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('tells screen readers how many answers a search found', async () => {
    showPage(paths.faq, <FaqPage />)
    const status = () => document.querySelector('search [role="status"]')?.textContent
    expect(status()).toBe('')
    await userEvent.type(screen.getByRole('searchbox'), 'deposit')
    expect(status()).toMatch(/^\d+ answers found$/)
    await userEvent.clear(screen.getByRole('searchbox'))
    expect(status()).toBe('')
  })

  test('lists what a search found, and no empty list if it found nothing', async () => {
    showPage(paths.faq, <FaqPage />)
    const contents = () => screen.queryByRole('navigation', { name: 'On this page' })
    const all = contents()?.querySelectorAll('li').length ?? 0
    const field = screen.getByRole('searchbox')
    await userEvent.type(field, 'deposit')
    const found = contents()?.querySelectorAll('li').length ?? 0
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(all)
    await userEvent.type(field, ' zebra')
    expect(screen.getByText(/^No answer contains all of these words/)).toBeTruthy()
    expect(contents()).toBeNull()
    await userEvent.clear(field)
    expect(contents()?.querySelectorAll('li')).toHaveLength(all)
  })
})
