// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { PageErrors } from './page-errors.tsx'

// The boundary logs the error that it catches.
inFreshBrowser(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

/** Shows a page whose code fails with an error when it is loaded. */
const showFailing = (failure: Error) => {
  const Page = lazy(() => Promise.reject(failure))
  showPage(
    '/library',
    <PageErrors path="/library">
      <Suspense>
        <Page />
      </Suspense>
    </PageErrors>,
  )
}

describe('PageErrors', () => {
  test.each([
    new TypeError('AbortSignal.any is not a function'),
    new SyntaxError('Unexpected token'),
    new ReferenceError('scheduler is not defined'),
  ])('says that the browser may be too old after %o', async (failure) => {
    showFailing(failure)
    expect(await screen.findByText('This page doesn’t work in your browser')).toBeTruthy()
    expect(screen.getByText(/^Your browser may be too old for this page\. Please update it/)).toBeTruthy()
  })

  test('does not blame the browser for code that did not arrive', async () => {
    showFailing(new TypeError('Failed to fetch dynamically imported module: /assets/library.js'))
    expect(await screen.findByText('This page could not be loaded')).toBeTruthy()
    expect(screen.queryByText(/too old/)).toBeNull()
  })

  test('announces the failure, which may replace a form in which the visitor is typing', async () => {
    showFailing(new Error('broken'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This page could not be loaded/)
  })
})
