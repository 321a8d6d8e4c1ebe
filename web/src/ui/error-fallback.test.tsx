// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorFallback } from './error-fallback.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a part whose code does not arrive leaves the rest of the page in place', async () => {
  // The boundary logs the error that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Part = lazy(() => Promise.reject(new TypeError('Importing a module script failed.')))
  const onFailed = vi.fn<() => void>()
  render(
    <>
      <h1>Library</h1>
      <ErrorFallback fallback={<p>Fallback</p>} onFailed={onFailed}>
        <Suspense>
          <Part />
        </Suspense>
      </ErrorFallback>
    </>,
  )
  await waitFor(() => expect(screen.getByText('Fallback')).toBeTruthy())
  expect(screen.getByRole('heading', { name: 'Library' })).toBeTruthy()
  expect(onFailed).toHaveBeenCalledOnce()
})
