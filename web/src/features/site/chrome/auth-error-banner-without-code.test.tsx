// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { AuthErrorBanner } from './auth-error-banner.tsx'

const connection = vi.hoisted(() => ({ lose: (): void => undefined }))

vi.mock('./auth-error-alert.tsx', async () => {
  await new Promise<void>((lost) => {
    connection.lose = lost
  })
  throw new TypeError('Failed to fetch dynamically imported module')
})

// The boundary logs the error that it catches.
inFreshBrowser(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.useRealTimers())

test('a failed link is reported although the explanation does not arrive, until the visitor dismisses it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  showPage('/about?error=access_denied&error_description=x', <AuthErrorBanner />)
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => void vi.advanceTimersByTime(3000))
  expect(screen.getByRole('alert').textContent).toContain('An authentication error occurred.')
  vi.useRealTimers()
  await act(async () => connection.lose())
  expect((await screen.findByRole('alert')).textContent).toContain('An authentication error occurred.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
