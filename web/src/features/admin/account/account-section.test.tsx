// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { setSignOutQuestion } from '#web/lib/sign-out-question.ts'
import { fakeServer, poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import AccountSection from './account-section.tsx'

inFreshBrowser(forgetToast)
afterEach(() => setSignOutQuestion(() => undefined))

const profile = { email: 'avery@admin.example', created_at: '2026-01-31T12:00:00.000Z' }
const errorResponse = (status: number, code: string, message: string) => ({
  status,
  body: { error: { code, message } },
})

const open = (replies: Parameters<typeof fakeServer>[0], facts: Parameters<typeof signedInAs>[0] = {}) => {
  signedInAs({ sub: 'admin-1', ...facts })
  const seen = fakeServer(replies)
  showPage(`${paths.admin}/account`, <AccountSection />)
  return seen
}
const valueOf = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = (label: string, text: string) =>
  userEvent.type(screen.getByLabelText(label, { selector: 'input' }), text)

describe('/admin/account', () => {
  test('shows the email address, account type, date of sign-up and last sign-in', async () => {
    open({ '/functions/get-profile': { body: { ...profile, last_sign_in_at: '2026-07-01T08:05:00.000Z' } } })
    expect(await valueOf('Email')).toBe('avery@admin.example')
    expect(await valueOf('Account type')).toBe('Administrator')
    expect(await valueOf('Member since')).toBe('31 January 2026')
    expect(await valueOf('Last sign in')).toBe('1 July 2026, 09:05')
  })

  test('tells screen readers that the account is loading', async () => {
    open({ '/functions/get-profile': deferred<never>().promise })
    expect((await screen.findByText('Loading your account…')).role).toBe('status')
  })

  test('shows when the last sign-in is not known', async () => {
    open({ '/functions/get-profile': { body: profile } })
    expect(await valueOf('Last sign in')).toBe('Unknown')
  })

  test('reports when the account cannot be loaded, and tries again', async () => {
    open({
      '/functions/get-profile': [errorResponse(500, 'internal', 'Something went wrong.'), { body: profile }],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.')
    await press('Try again')
    expect(await valueOf('Email')).toBe('avery@admin.example')
  })

  test('validates a new password while typing, shows why it is rejected, and signs out after the change', async () => {
    open({
      '/functions/get-profile': { body: profile },
      '/functions/update-password': [
        errorResponse(
          400,
          'password_unchanged',
          'New password must be different from your current password.',
        ),
        { body: { success: true } },
      ],
    })
    await press('Change Password')
    await type('New password', 'short')
    expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy()
    await type('New password', ' no more')
    await type('Confirm new password', 'other')
    expect(await screen.findByText("Passwords don't match")).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('Confirm new password', { selector: 'input' }))
    await type('Confirm new password', 'short no more')
    await press('Update Password')
    expect(await screen.findByText('New password must be different from your current password.')).toBeTruthy()
    await press('Update Password')
    await waitFor(() => expect(toastText()).toBe('Password updated'))
    expect(currentSession()).toBeNull()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(paths.adminLogin))
  })

  test('changes nothing if the admin does not confirm that the sign-out stops uploads', async () => {
    const seen = open({ '/functions/get-profile': { body: profile } })
    setSignOutQuestion(() => '1 file is still being uploaded.')
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false)
    await press('Change Password')
    await type('New password', 'short no more')
    await type('Confirm new password', 'short no more')
    await press('Update Password')
    await waitFor(() => expect(ask).toHaveBeenCalledExactlyOnceWith('1 file is still being uploaded.'))
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(seen.map(({ path }) => path)).toEqual(['/functions/get-profile'])
  })

  test('says that the password was not changed when the session has ended on another device', async () => {
    open({
      '/functions/get-profile': { body: profile },
      '/functions/update-password': { status: 401, body: { message: 'Unauthorized' } },
      [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
    })
    await press('Change Password')
    await type('New password', 'short no more')
    await type('Confirm new password', 'short no more')
    await press('Update Password')
    await waitFor(() => expect(toastText()).toContain('You’ve been signed out'))
  })

  test('keeps the dialog open until the new password is set', async () => {
    const { promise: response, resolve: respond } = deferred<object>()
    open({ '/functions/get-profile': { body: profile }, '/functions/update-password': response })
    await press('Change Password')
    await type('New password', 'short no more')
    await type('Confirm new password', 'short no more')
    await press('Update Password')
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
    for (const name of ['Close', 'Cancel'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
    respond({ body: { success: true } })
    await waitFor(() => expect(toastText()).toBe('Password updated'))
  })

  test('keeps the new password while the admin confirms their identity, and then shows no error', async () => {
    open(
      {
        '/functions/get-profile': { body: profile },
        '/functions/update-password': errorResponse(403, 'recent_sign_in_needed', 'Too old.'),
      },
      { authTime: Math.floor(Date.now() / 1000) - 60 },
    )
    await press('Change Password')
    await type('New password', 'short no more')
    await type('Confirm new password', 'short no more')
    await press('Update Password')
    expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy()
    act(() => void signedInAs({ sub: 'admin-1' }))
    const field = await screen.findByLabelText<HTMLInputElement>('New password', { selector: 'input' })
    expect(field.value).toBe('short no more')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
