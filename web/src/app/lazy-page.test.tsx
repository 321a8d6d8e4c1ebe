// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { lazyPage } from './lazy-page.tsx'

const Form = () => <input aria-label="Name" />

afterEach(cleanup)

test('a page that has loaded its code itself keeps what is typed when the code is preloaded later', async () => {
  const { Page, preload } = lazyPage(async () => ({ default: Form }))
  const tree = () => (
    <Suspense fallback="Loading">
      <Page />
    </Suspense>
  )
  const { rerender } = render(tree())
  const field = await screen.findByLabelText<HTMLInputElement>('Name')
  await userEvent.type(field, 'Idris')
  await preload()
  rerender(tree())
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Idris')
})

test('a page whose code did not arrive loads it again when it is opened again', async () => {
  // The boundary logs the error that it catches.
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<{ default: typeof Form }>>().mockResolvedValue({ default: Form })
  const { Page } = lazyPage(load.mockRejectedValueOnce(new TypeError('Failed to fetch')))
  const open = () =>
    render(
      <ErrorFallback fallback="Failed">
        <Suspense>
          <Page />
        </Suspense>
      </ErrorFallback>,
    )
  const { unmount } = open()
  await screen.findByText('Failed')
  unmount()
  open()
  expect(await screen.findByLabelText('Name')).toBeTruthy()
  log.mockRestore()
})
