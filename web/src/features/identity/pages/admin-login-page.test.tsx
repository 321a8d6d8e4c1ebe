// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as pool from '#web/lib/cognito-sign-in.ts'
import { usePageKey } from '#web/lib/page-user.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { createToken } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import AdminLoginPage from './admin-login-page.tsx'

inFreshBrowser(forgetToast)
beforeEach(() => {
  vi.spyOn(pool, 'signInToPool').mockResolvedValue({ accessToken: createToken(), refreshToken: 'refresh-1' })
})

const address = () => screen.getByTestId('address').textContent
const signOut = { '/functions/sign-out': { body: { success: true } } }

const signIn = async () => {
  await userEvent.type(screen.getByLabelText('Email'), 'avery@admin.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-7')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('/admin-login', () => {
  test('redirects an admin to the admin area', async () => {
    fakeServer({ '/functions/ensure-admin-role': { body: { isAdmin: true } } })
    showPage('/admin-login', <AdminLoginPage />)
    expect(screen.getByRole('heading').textContent).toBe('Admin access')
    expect(screen.getByText('Restricted area')).toBeTruthy()
    await signIn()
    await waitFor(() => expect(address()).toBe('/admin'))
    expect(currentSession()).not.toBeNull()
  })

  test.each([
    ['a non-admin', { body: { isAdmin: false } }, 'Access denied / This account is not an admin.'],
    ['a user whose role check fails', { status: 500, body: {} }, 'Error / Unable to verify admin status.'],
  ])('signs out %s', async (_user, reply, text) => {
    const seen = fakeServer({ '/functions/ensure-admin-role': reply, ...signOut })
    showPage('/admin-login', <AdminLoginPage />)
    await signIn()
    await waitFor(() => expect(toastText()).toBe(text))
    await waitFor(() => expect(currentSession()).toBeNull())
    expect(seen.at(-1)?.path).toBe('/functions/sign-out')
    expect(address()).toBe('/admin-login')
  })

  test('redirects an admin who signs in after a user who is not one', async () => {
    vi.mocked(pool.signInToPool)
      .mockResolvedValueOnce({ accessToken: createToken({ sub: 'member-1' }), refreshToken: 'refresh-1' })
      .mockResolvedValueOnce({ accessToken: createToken({ sub: 'admin-1' }), refreshToken: 'refresh-2' })
    fakeServer({
      '/functions/ensure-admin-role': [{ body: { isAdmin: false } }, { body: { isAdmin: true } }],
      ...signOut,
    })
    const Page = () => <AdminLoginPage key={usePageKey()} />
    showPage('/admin-login', <Page />)
    await signIn()
    await waitFor(() => expect(currentSession()).toBeNull())
    await userEvent.clear(screen.getByLabelText('Email'))
    await signIn()
    await waitFor(() => expect(address()).toBe('/admin'))
  })

  test('closes the toast of a failed attempt when the next one succeeds', async () => {
    vi.mocked(pool.signInToPool).mockRejectedValueOnce(new Error('Please try again.'))
    fakeServer({ '/functions/ensure-admin-role': { body: { isAdmin: true } } })
    showPage('/admin-login', <AdminLoginPage />)
    await signIn()
    await waitFor(() => expect(toastText()).toMatch(/^Sign in failed/))
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(address()).toBe('/admin'))
    expect(toastText()).toBe('')
  })

  test('requires both fields and a valid email address', async () => {
    fakeServer({})
    showPage('/admin-login', <AdminLoginPage />)
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Email'), 'nobody')
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  })

  test('requests a reset email whose link returns to the admin sign-in', async () => {
    const seen = fakeServer({
      '/functions/send-password-reset-email': [
        { body: { data: { success: true } } },
        { status: 429, body: { error: { code: 'rate_limited', message: 'Rate limit exceeded.' } } },
      ],
    })
    showPage('/admin-login', <AdminLoginPage />)
    const forgot = screen.getByRole('button', { name: 'Forgot password?' })
    await userEvent.click(forgot)
    expect(toastText()).toBe('Enter your email')
    await userEvent.type(screen.getByLabelText('Email'), 'avery@admin.example')
    await userEvent.click(forgot)
    await waitFor(() => expect(toastText()).toContain('Reset email sent'))
    expect(seen[0]?.body).toMatchObject({
      redirectTo: `${window.location.origin}/reset-password?from=admin`,
    })
    await userEvent.click(forgot)
    await waitFor(() => expect(toastText()).toBe('Could not send reset email / Rate limit exceeded.'))
  })
})
