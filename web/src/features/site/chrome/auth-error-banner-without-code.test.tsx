// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { AuthErrorBanner } from './auth-error-banner.tsx'

vi.mock('./auth-error-alert.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

// The boundary logs the error that it catches.
inFreshBrowser(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('a failed link is reported although the explanation does not arrive, until the visitor dismisses it', async () => {
  showPage('/about?error=access_denied&error_description=x', <AuthErrorBanner />)
  expect((await screen.findByRole('alert')).textContent).toContain('An authentication error occurred.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
