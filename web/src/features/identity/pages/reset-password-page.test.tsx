// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { holdRecovery } from '../../../lib/recovery.ts'
import { currentSession } from '../../../lib/session-store.ts'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import ResetPasswordPage from './reset-password-page.tsx'

inFreshBrowser(() => {
  forgetToast()
  holdRecovery(undefined)
})

const fill = async (password: string, confirmation = password) => {
  await userEvent.type(await screen.findByLabelText('New password'), password)
  await userEvent.type(screen.getByLabelText('Confirm new password'), confirmation)
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Set new password' }))

test.each([
  ['/reset-password', '/login?reset=success'],
  ['/reset-password?from=admin', '/admin-login'],
  ['/reset-password?admin=1', '/admin-login'],
])('changes the password at %s and goes on to %s', async (from, to) => {
  signedInAs()
  fakeServer({ '/functions/update-password': { body: { success: true } } })
  showPage(from, <ResetPasswordPage />)
  expect((await screen.findByRole('heading')).textContent).toBe('Reset Password')
  await fill('Fresh-lantern-7')
  await submit()
  await waitFor(() => expect(toastText()).toContain('Password updated'))
  expect(currentSession()).toBeNull()
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(to), { timeout: 3000 })
})

test('sends those without a link or a session to their mail', async () => {
  fakeServer({})
  showPage('/reset-password', <ResetPasswordPage />)
  expect((await screen.findByRole('heading')).textContent).toBe('Check Your Email')
  expect(screen.getByRole('alert').textContent).toContain('No valid reset session found.')
  expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login')
})

test('says while one types what is wrong, and how strong the password is', async () => {
  signedInAs()
  fakeServer({})
  showPage('/reset-password', <ResetPasswordPage />)
  const field = await screen.findByLabelText('New password')
  await userEvent.type(field, 'abc')
  expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Weak')).toBeTruthy()
  await userEvent.type(field, 'DEF-123456')
  expect(await screen.findByText('Strong')).toBeTruthy()
  const confirmation = screen.getByLabelText('Confirm new password')
  await userEvent.type(confirmation, 'abc')
  expect(await screen.findByText("Passwords don't match")).toBeTruthy()
  expect(confirmation.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(confirmation, 'DEF-123456')
  await waitFor(() => expect(screen.queryByText("Passwords don't match")).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: /^Show(?!.*confirm).*new/ }))
  expect(field.getAttribute('type')).toBe('text')
  expect(confirmation.getAttribute('type')).toBe('password')
})

test('says why the server did not take it, and lets the person try another', async () => {
  signedInAs()
  const message = 'New password must be different from your current password.'
  fakeServer({
    '/functions/update-password': { status: 400, body: { error: { code: 'password_unchanged', message } } },
  })
  showPage('/reset-password', <ResetPasswordPage />)
  await fill('Fresh-lantern-7')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(currentSession()).not.toBeNull()
})
