// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { AuthError } from '#web/lib/auth-error.ts'
import * as signInModule from '#web/lib/sign-in.ts'
import { choosePlan } from '#web/lib/saved-plan.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import LoginPage from './login-page.tsx'

inFreshBrowser(forgetToast)

const address = () => screen.getByTestId('address').textContent
const accessOf = (facts: object) => ({
  '/functions/get-access': { body: { isSubscribed: false, isAdmin: false, ...facts } },
})

describe('/login', () => {
  test.each([
    ['an admin', { isAdmin: true }, '/admin'],
    ['a member', { isSubscribed: true }, '/library'],
    ['a user without a subscription', {}, '/library'],
  ])('redirects %s as soon as the role is known', async (user, facts, path) => {
    fakeServer(accessOf(facts))
    showPage('/login', <LoginPage />)
    localStorage.setItem('pending_login_redirect', 'true')
    act(() => void signedInAs({ sub: user }))
    await waitFor(() => expect(address()).toBe(path))
    expect(toastText()).toBe('Login Successful / Welcome back!')
    expect(localStorage.getItem('pending_login_redirect')).toBeNull()
  })

  test.each([
    ['a user without a subscription', {}, '/subscribe'],
    ['a member', { isSubscribed: true }, '/library'],
    ['an admin', { isAdmin: true }, '/admin'],
  ])('redirects %s who chose a plan in this tab', async (user, facts, path) => {
    const subscribed = 'isSubscribed' in facts
    fakeServer({ ...accessOf(facts), '/functions/check-subscription': { body: { subscribed } } })
    choosePlan('annual')
    showPage('/login', <LoginPage />)
    act(() => void signedInAs({ sub: `${user} with a plan` }))
    await waitFor(() => expect(address()).toBe(path))
  })

  test('redirects a user who is already signed in, without a toast', async () => {
    fakeServer(accessOf({}))
    signedInAs({ sub: 'already' })
    showPage('/login', <LoginPage />)
    await waitFor(() => expect(address()).toBe('/library'))
    expect(toastText()).toBe('')
  })

  test('emails a magic link, to a pasted address without its invisible characters', async () => {
    const seen = fakeServer({ '/functions/send-magic-link': { body: { data: { success: true } } } })
    showPage('/login', <LoginPage />)
    await userEvent.type(screen.getByLabelText('Email'), '\u200bmember@agents\u200b.example \ufeff')
    await userEvent.click(screen.getByRole('button', { name: 'Email me a magic link' }))
    await waitFor(() => expect(toastText()).toMatch(/^Magic link sent/))
    expect(seen).toMatchObject([{ body: { email: 'member@agents.example' } }])
  })

  test('offers to resend the confirmation to a user whose address is not confirmed', async () => {
    const seen = fakeServer({ '/functions/resend-confirmation': { body: { success: true } } })
    vi.spyOn(signInModule, 'signIn').mockRejectedValue(new AuthError('Email not confirmed'))
    showPage('/login', <LoginPage />)
    expect(screen.queryByRole('button', { name: 'Resend confirmation email' })).toBeNull()
    await userEvent.type(screen.getByLabelText('Email'), 'new@agents.example')
    await userEvent.type(screen.getByLabelText('Password'), 'a-\u200bpassword ')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Resend confirmation email' }))
    expect(signInModule.signIn).toHaveBeenCalledWith('new@agents.example', 'a-\u200bpassword ')
    await waitFor(() => expect(toastText()).toMatch(/^Confirmation sent/))
    expect(seen.at(-1)?.body).toMatchObject({ email: 'new@agents.example' })
  })

  test('closes the toast of a failed attempt before the role is known', async () => {
    fakeServer({ '/functions/get-access': new Promise<never>(() => undefined) })
    vi.spyOn(signInModule, 'signIn')
      .mockRejectedValueOnce(new AuthError('Invalid login credentials'))
      .mockImplementationOnce(async () => signedInAs({ sub: 'second attempt' }))
    showPage('/login', <LoginPage />)
    await userEvent.type(screen.getByLabelText('Email'), 'member@agents.example')
    await userEvent.type(screen.getByLabelText('Password'), 'a-password')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(toastText()).toMatch(/^Sign in failed/))
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(toastText()).toBe(''))
  })

  test('requires both fields and a valid email address', async () => {
    fakeServer({})
    showPage('/login', <LoginPage />)
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Email'), 'nobody')
    await userEvent.tab()
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  })

  test('shows a toast after a password reset and removes the parameter', async () => {
    fakeServer({})
    showPage('/login?reset=success', <LoginPage />)
    await waitFor(() => expect(toastText()).toContain('Password Reset Successful'))
    expect(address()).toBe('/login')
    expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/signup')
  })

  test('keeps the dialog open until the reset email is requested', async () => {
    const { promise: response, resolve: respond } = deferred<object>()
    fakeServer({ '/functions/send-password-reset-email': response })
    showPage('/login', <LoginPage />)
    await userEvent.type(screen.getByLabelText('Email'), 'sam@agents.example')
    await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Send reset link' }))
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
    respond({ body: { data: { success: true } } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toastText()).toContain('Reset email sent')
  })

  test('requests a reset email from the dialog', async () => {
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
    await waitFor(() =>
      expect(toastText()).toBe(
        'Could not send reset email / Please try again or contact support if the problem persists.',
      ),
    )
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
})
