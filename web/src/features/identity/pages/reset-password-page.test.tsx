// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { usePageKey } from '#web/lib/page-user.ts'
import { keepRecoveryLink } from '#web/lib/recovery-link.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { fakeServer, poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { createToken, signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import ResetPasswordPage from './reset-password-page.tsx'

inFreshBrowser(() => {
  forgetToast()
  keepRecoveryLink(undefined)
})

const fill = async (password: string, confirmation = password) => {
  await userEvent.type(await screen.findByLabelText('New password'), password)
  await userEvent.type(screen.getByLabelText('Confirm new password'), confirmation)
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Set new password' }))

describe('/reset-password', () => {
  test.each([
    ['/reset-password', '/login?reset=success'],
    ['/reset-password?from=admin', '/admin-login'],
    ['/reset-password?admin=1', '/admin-login'],
  ])('changes the password at %s and redirects to %s', async (from, to) => {
    signedInAs()
    fakeServer({ '/functions/update-password': { body: { success: true } } })
    showPage(from, <ResetPasswordPage />)
    expect((await screen.findByRole('heading')).textContent).toBe('Reset Password')
    expect(document.title).toMatch(/^Reset Password · /)
    await fill('Fresh-lantern-7')
    await submit()
    await waitFor(() => expect(toastText()).toContain('Password updated'))
    expect(document.title).toMatch(/^Your password has been changed · /)
    expect(currentSession()).toBeNull()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(to))
  })

  test('leads back to sign-in when Back opens the used link after a reset', async () => {
    const usedLink = '/reset-password?error=access_denied&error_code=otp_expired&error_description=x'
    fakeServer({ '/functions/update-password': { body: { success: true } } })
    const before = showPage(usedLink, <ResetPasswordPage />)
    expect((await screen.findByRole('heading')).textContent).toBe('Check Your Email')
    before.unmount()
    signedInAs()
    const reset = showPage('/reset-password', <ResetPasswordPage />)
    await fill('Fresh-lantern-7')
    await submit()
    await waitFor(() => expect(toastText()).toContain('Password updated'))
    reset.unmount()
    showPage(usedLink, <ResetPasswordPage />)
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'))
  })

  test('asks a visitor without a link or a session to check their email', async () => {
    fakeServer({})
    showPage('/reset-password', <ResetPasswordPage />)
    expect((await screen.findByRole('heading')).textContent).toBe('Check Your Email')
    expect(document.title).toMatch(/^Check Your Email · /)
    expect(screen.getByRole('alert').textContent).toContain('No valid reset session found.')
    expect(
      screen.getByText(/^To choose a new password, you need .* To get a new one, select ‘Forgot password\?’/),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login')
  })

  test.each(['', '&type=recovery'])(
    'offers a signed-in user no form after an expired link%s, and names the account',
    async (type) => {
      signedInAs({ email: 'other@agents.example' })
      fakeServer({})
      showPage(
        `/reset-password?error=access_denied&error_code=otp_expired&error_description=x${type}`,
        <ResetPasswordPage />,
      )
      expect((await screen.findByRole('heading')).textContent).toBe('Check Your Email')
      expect(screen.getByRole('alert').textContent).toContain('Reset link has expired.')
      expect(screen.queryByLabelText('New password')).toBeNull()
      expect(screen.getByText(/You’re signed in as/).textContent).toContain('other@agents.example')
      // The sign-in page redirects a signed-in user.
      expect(
        screen.getByText(/^To get a new link, sign out first, then select ‘Forgot password\?’/),
      ).toBeTruthy()
      expect(screen.queryByText(/^To choose a new password/)).toBeNull()
      expect(screen.getByRole('link', { name: 'your profile' }).getAttribute('href')).toBe('/profile')
    },
  )

  test('leads a signed-in admin to the page with the form after an expired link', async () => {
    signedInAs({ sub: 'admin', email: 'avery@admin.example' })
    fakeServer({ '/functions/get-access': { body: { isAdmin: true } } })
    showPage(
      '/reset-password?from=admin&error=access_denied&error_code=otp_expired&error_description=x',
      <ResetPasswordPage />,
    )
    expect((await screen.findByRole('link', { name: 'My Account' })).getAttribute('href')).toBe(
      '/admin/account',
    )
  })

  test('names the account whose password the form changes', async () => {
    signedInAs({ email: 'other@agents.example' })
    fakeServer({})
    showPage('/reset-password', <ResetPasswordPage />)
    expect((await screen.findByText(/^Choose a new password/)).textContent).toBe(
      'Choose a new password for other@agents.example. We’ll then sign you out on every device.',
    )
  })

  test('starts again without a form when another user signs in in another tab', async () => {
    const Site = () => (
      <Routes>
        <Route path="*" element={<ResetPasswordPage key={usePageKey()} />} />
      </Routes>
    )
    fakeServer({ '/functions/get-profile': { body: { user_id: 'owner', email: 'owner@agents.example' } } })
    const accessToken = createToken({ sub: 'owner' })
    keepRecoveryLink(new URLSearchParams({ access_token: accessToken, refresh_token: 'refresh-1' }))
    showPage('/reset-password', <Site />)
    await screen.findByText(/^Choose a new password for owner@/)
    act(() => void signedInAs({ sub: 'other', email: 'other@agents.example' }))
    expect((await screen.findByText('Check Your Email')).tagName).toBe('H1')
    expect(screen.queryByLabelText('New password')).toBeNull()
  })

  test('shows errors and the strength of the password while the user types', async () => {
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

  const laptop = {
    id: 'a'.repeat(64),
    name: 'Work laptop',
    createdAt: '2026-11-20T11:00:00.000Z',
    lastUsedAt: null,
  }
  const phone = { ...laptop, id: 'b'.repeat(64), name: 'Phone', lastUsedAt: '2026-11-21T11:00:00.000Z' }

  test.each([
    ['removes the passkeys of the account', [laptop, phone], true, { remove_passkeys: true }],
    ['keeps the passkeys if the user unticks the box', [laptop, phone], false, {}],
    ['removes the passkey of the account', [laptop], true, { remove_passkeys: true }],
  ])('%s', async (_title, passkeys, remove, sent) => {
    signedInAs()
    const seen = fakeServer({
      '/functions/list-passkeys': { body: { passkeys } },
      '/functions/update-password': { body: { success: true } },
    })
    showPage('/reset-password', <ResetPasswordPage />)
    const name = passkeys.length === 1 ? 'Remove this passkey' : 'Remove all 2 passkeys'
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name })
    expect(box.checked).toBe(true)
    expect(screen.getByText('Added on 20 November 2026. Not used yet.')).toBeTruthy()
    if (!remove) await userEvent.click(box)
    await fill('Fresh-lantern-7')
    await submit()
    await waitFor(() => expect(toastText()).toContain('Password updated'))
    expect(seen.find(({ path }) => path === '/functions/update-password')?.body).toEqual({
      password: 'Fresh-lantern-7',
      ...sent,
    })
  })

  test('has no box for passkeys in an account without any, and says so if they cannot be listed', async () => {
    signedInAs()
    fakeServer({ '/functions/list-passkeys': [{ body: { passkeys: [] } }, { status: 500 }] })
    const first = showPage('/reset-password', <ResetPasswordPage />)
    await fill('Fresh-lantern-7')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByText(/passkey/)).toBeNull()
    first.unmount()
    showPage('/reset-password', <ResetPasswordPage />)
    expect(await screen.findByText('If your account has passkeys, they’ll be removed too.')).toBeTruthy()
  })

  test('names the account for password managers', async () => {
    const { user } = signedInAs()
    fakeServer({})
    showPage('/reset-password', <ResetPasswordPage />)
    await screen.findByLabelText('New password')
    const field = document.querySelector<HTMLInputElement>('form input[autocomplete="username"]')
    expect(field?.value).toBe(user.email)
  })

  test('explains why the server rejected the password and keeps the session', async () => {
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

  test('says that the password may be set if the session ends after a lost response', async () => {
    signedInAs()
    fakeServer({
      '/functions/update-password': ['unreachable', { status: 401, body: { message: 'Unauthorized' } }],
      [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
    })
    showPage('/reset-password', <ResetPasswordPage />)
    await fill('Fresh-lantern-7')
    await submit()
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again.')
    await submit()
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(
        /^Your new password may have been set already\. Please try to sign in with it\./,
      ),
    )
  })
})
