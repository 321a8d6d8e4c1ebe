// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import LoginPage from './login-page.tsx'

inFreshBrowser(forgetToast)

const address = () => screen.getByTestId('address').textContent
const accessOf = (facts: object) => ({
  '/functions/get-access': { body: { isSubscribed: false, isAdmin: false, ...facts } },
})

test.each([
  ['an admin', { isAdmin: true }, '/admin'],
  ['a member', { isSubscribed: true }, '/library'],
  ['a person without a subscription', {}, '/library'],
])('moves %s on as soon as their role is known', async (who, facts, path) => {
  fakeServer(accessOf(facts))
  showPage('/login', <LoginPage />)
  localStorage.setItem('pending_login_redirect', 'true')
  act(() => void signedInAs({ sub: who }))
  await waitFor(() => expect(address()).toBe(path))
  expect(toastText()).toBe('Login Successful / Welcome back!')
  expect(localStorage.getItem('pending_login_redirect')).toBeNull()
})

test('moves on those who are signed in already, without a word', async () => {
  fakeServer(accessOf({}))
  signedInAs({ sub: 'already' })
  showPage('/login', <LoginPage />)
  await waitFor(() => expect(address()).toBe('/library'))
  expect(toastText()).toBe('')
})

test('asks for both fields, and for an address that looks like one', async () => {
  fakeServer({})
  showPage('/login', <LoginPage />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Email is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'nobody')
  await userEvent.tab()
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
})

test('says once that the password has been reset', async () => {
  fakeServer({})
  showPage('/login?reset=success', <LoginPage />)
  await waitFor(() => expect(toastText()).toContain('Password Reset Successful'))
  expect(address()).toBe('/login')
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/signup')
})

test('sends a reset link from the dialog, with the address that was typed before', async () => {
  const seen = fakeServer({
    '/functions/send-password-reset-email': [
      { status: 500, body: { error: { code: 'internal', message: '' } } },
      { body: { data: { success: true } } },
    ],
  })
  showPage('/login', <LoginPage />)
  await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Send reset link' }))
  expect(toastText()).toBe('Email required / Please enter your email address.')
  await userEvent.type(dialog.getByLabelText('Email'), 'member@agents.example')
  await userEvent.click(dialog.getByRole('button', { name: 'Send reset link' }))
  await waitFor(() => expect(toastText()).toContain('Could not send reset email'))
  await userEvent.click(dialog.getByRole('button', { name: 'Send reset link' }))
  await waitFor(() =>
    expect(toastText()).toBe(
      'Reset email sent / Check your inbox and spam folder for a link to reset your password.',
    ),
  )
  expect(seen.at(-1)?.body).toEqual({
    email: 'member@agents.example',
    redirectTo: `${window.location.origin}/reset-password`,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
