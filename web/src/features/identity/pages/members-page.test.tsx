// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { AuthError } from '../../../lib/auth-error.ts'
import * as session from '../../../lib/session.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import MembersPage from './members-page.tsx'

inFreshBrowser(forgetToast)

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const typeEmail = (email = 'member@agents.example') => userEvent.type(screen.getByLabelText('Email'), email)
const show = (replies: Parameters<typeof fakeServer>[0] = {}) => {
  const seen = fakeServer(replies)
  showPage('/members', <MembersPage />)
  return seen
}

test('shows what membership brings beside the sign-in', () => {
  show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Members Area')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Welcome Back',
    'Priority Support',
    'Members-Only Access',
    'Community / Exclusive Live Chat',
    'Premium Tools',
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Remember me').checked).toBe(false)
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup')
})

test('shows and hides the password', async () => {
  show()
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  await press(/^Show/)
  expect(password.type).toBe('text')
  await press(/^Hide/)
  expect(password.type).toBe('password')
})

test('asks for an address that looks like one and a password that could be right', async () => {
  show()
  await typeEmail('abc')
  await userEvent.type(screen.getByLabelText('Password'), 'five5')
  await press('Sign In')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
})

test.each(['Resend confirmation email', 'Forgot password?', 'Email me a magic link'])(
  '%s needs an address first',
  async (link) => {
    const seen = show()
    await press(link)
    await waitFor(() => expect(toastText()).toBe('Enter your email first'))
    await typeEmail('abc')
    await press(link)
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
    expect(seen).toEqual([])
  },
)

test.each([
  ['Resend confirmation email', 'resend-confirmation', 'Confirmation sent', { plan: 'annual' }],
  ['Forgot password?', 'send-password-reset-email', 'Check your email', {}],
  ['Email me a magic link', 'send-magic-link', 'Magic link sent', {}],
])('%s calls %s and says so', async (link, operation, title, also) => {
  localStorage.setItem('selectedPlan', 'annual')
  const seen = show({ [`/functions/${operation}`]: { body: { data: { success: true } } } })
  await typeEmail()
  await press(link)
  await waitFor(() => expect(toastText()).toContain(`${title} / `))
  expect(seen).toMatchObject([{ body: { email: 'member@agents.example', ...also } }])
})

test.each([
  ['Resend confirmation email', 'resend-confirmation', 'Could not resend'],
  ['Forgot password?', 'send-password-reset-email', 'Reset failed'],
  ['Email me a magic link', 'send-magic-link', 'Magic link failed'],
])('%s says when %s fails', async (link, operation, title) => {
  const body = { error: { code: 'rate_limited', message: 'Rate limit exceeded.' } }
  show({ [`/functions/${operation}`]: { status: 429, body } })
  await typeEmail()
  await press(link)
  await waitFor(() => expect(toastText()).toBe(`${title} / Rate limit exceeded.`))
})

test('remembers only who wants to be, and says why a sign-in failed', async () => {
  const signIn = vi.spyOn(session, 'signIn').mockRejectedValue(new AuthError('Email not confirmed'))
  show()
  await typeEmail()
  await userEvent.type(screen.getByLabelText('Password'), 'secret-7')
  await userEvent.click(screen.getByLabelText('Remember me'))
  await press('Sign In')
  expect(signIn).toHaveBeenCalledWith('member@agents.example', 'secret-7', { remember: true })
  expect(
    await screen.findByText('Email not confirmed. Please confirm your email and try again.'),
  ).toBeTruthy()
  expect(toastText()).toContain('Resend confirmation email')
})

test('sends those who are signed in to the home page', async () => {
  show({ '/functions/ensure-admin-role': { body: { isAdmin: false } } })
  act(() => void signedInAs())
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
})

test('tells testers what the browser knows, and nobody in production', async () => {
  show()
  expect(await screen.findByText('Session present')).toBeTruthy()
  expect(screen.getByText('none')).toBeTruthy()
})
