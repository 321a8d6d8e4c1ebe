// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as pool from '../../../lib/cognito-sign-in.ts'
import { currentSession } from '../../../lib/session-store.ts'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { aToken } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import AdminLoginPage from './admin-login-page.tsx'

inFreshBrowser(forgetToast)
beforeEach(() => {
  vi.spyOn(pool, 'signInToPool').mockResolvedValue({ accessToken: aToken(), refreshToken: 'refresh-1' })
})

const address = () => screen.getByTestId('address').textContent
const signOut = { '/functions/sign-out': { body: { success: true } } }

const signIn = async () => {
  await userEvent.type(screen.getByLabelText('Email'), 'avery@admin.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-7')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('lets an admin in', async () => {
  fakeServer({ '/functions/ensure-admin-role': { body: { isAdmin: true } } })
  showPage('/admin-login', <AdminLoginPage />)
  expect(screen.getByRole('heading').textContent).toBe('Admin access')
  expect(screen.getByText('Restricted area')).toBeTruthy()
  await signIn()
  await waitFor(() => expect(address()).toBe('/admin'))
  expect(currentSession()).not.toBeNull()
})

test.each([
  ['everybody else', { body: { isAdmin: false } }, 'Access denied / This account is not an admin.'],
  ['whom it cannot be sure of', { status: 500, body: {} }, 'Error / Unable to verify admin status.'],
])('signs %s out again', async (_who, reply, text) => {
  const seen = fakeServer({ '/functions/ensure-admin-role': reply, ...signOut })
  showPage('/admin-login', <AdminLoginPage />)
  await signIn()
  await waitFor(() => expect(toastText()).toBe(text))
  await waitFor(() => expect(currentSession()).toBeNull())
  expect(seen.at(-1)?.path).toBe('/functions/sign-out')
  expect(address()).toBe('/admin-login')
})

test('asks for both fields, and for an address that looks like one', async () => {
  fakeServer({})
  showPage('/admin-login', <AdminLoginPage />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Email is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'nobody')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
})

test('mails a reset link that comes back here', async () => {
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
