// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { choosePlan } from '#web/lib/saved-plan.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { createToken, signedInAs } from '#web/lib/testing/tokens.ts'
import { AuthError } from '#web/lib/auth-error.ts'
import * as signInModule from '#web/lib/sign-in.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import MembersPage from './members-page.tsx'

inFreshBrowser(forgetToast)

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const typeEmail = (email = 'member@agents.example') => userEvent.type(screen.getByLabelText('Email'), email)
const show = (replies: Parameters<typeof fakeServer>[0] = {}) => {
  const seen = fakeServer(replies)
  showPage('/members', <MembersPage />)
  return seen
}

/** Signs in on the page as a user whose password is correct. */
const signInAs = async (email: string) => {
  const tokens = { accessToken: createToken({ email }), idToken: createToken({ email }), refreshToken: 'r' }
  const { signIn } = signInModule
  vi.spyOn(signInModule, 'signIn').mockImplementation((address, password, options) =>
    signIn(address, password, { ...options, authenticate: async () => tokens }),
  )
  await typeEmail(email)
  await userEvent.type(screen.getByLabelText('Password'), 'a-password')
  await press('Sign In')
}
const address = () => screen.getByTestId('address').textContent

describe('/members with a stored sign-up', () => {
  const noRole = { '/functions/ensure-admin-role': { body: { isAdmin: false } } }

  test('does not send a user to payment for the sign-up of another user', async () => {
    show(noRole)
    localStorage.setItem('pending_signup_redirect', 'true')
    localStorage.setItem('pending_signup_plan', 'annual')
    localStorage.setItem('pending_verification_email', 'somebody@else.example')
    localStorage.setItem('pending_signup_user_info', '{"email":"somebody@else.example"}')
    localStorage.setItem('guest_key', 'paid')
    await signInAs('member@agents.example')
    await waitFor(() => expect(address()).toBe('/'))
    expect(Object.keys(localStorage).filter((key) => !key.startsWith('auth-'))).toEqual(['guest_key'])
    expect(toastText()).toBe('')
  })

  test('does not send a member to payment for a sign-up that was completed on another device', async () => {
    show({ ...noRole, '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } } })
    localStorage.setItem('pending_signup_redirect', 'true')
    await signInAs('member@agents.example')
    await waitFor(() => expect(address()).toBe('/'))
    expect(localStorage.getItem('pending_signup_redirect')).toBeNull()
    expect(toastText()).toBe('')
  })

  test('sends a user who has signed up here to payment', async () => {
    show({ ...noRole, '/functions/get-access': { body: { isSubscribed: false, isAdmin: false } } })
    localStorage.setItem('pending_signup_redirect', 'true')
    localStorage.setItem('pending_verification_email', 'Member@agents.example')
    await signInAs('member@agents.example')
    await waitFor(() => expect(address()).toBe('/subscribe'))
    expect(toastText()).toBe('Please complete your payment to activate your subscription.')
  })
})

describe('/members', () => {
  test('shows the benefits of membership beside the sign-in card', () => {
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

  test('requires a valid email address and a password of 6 characters', async () => {
    show()
    await typeEmail('abc')
    await userEvent.type(screen.getByLabelText('Password'), 'five5')
    await press('Sign In')
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
    expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
  })

  test.each(['Resend confirmation email', 'Forgot password?', 'Email me a magic link'])(
    '%s requires an email address',
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
  ])('%s calls %s and confirms it', async (link, operation, title, also) => {
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
  ])('%s shows an error if %s fails', async (link, operation, title) => {
    const body = { error: { code: 'rate_limited', message: 'Rate limit exceeded.' } }
    show({ [`/functions/${operation}`]: [{ status: 429, body }, { status: 500 }] })
    await typeEmail()
    await press(link)
    await waitFor(() => expect(toastText()).toBe(`${title} / Rate limit exceeded.`))
    await press(link)
    await waitFor(() => expect(toastText()).toBe(`${title} / Please try again.`))
  })

  test('sends one email for two presses, and keeps the focus on the button', async () => {
    const { promise, resolve } = deferred<{ body: object }>()
    const seen = show({ '/functions/send-magic-link': promise })
    await typeEmail()
    const button = screen.getByRole('button', { name: 'Email me a magic link' })
    await press('Email me a magic link')
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    await press('Email me a magic link')
    // A browser takes the focus from a disabled button.
    expect([document.activeElement, button.hasAttribute('disabled')]).toEqual([button, false])
    resolve({ body: { data: { success: true } } })
    await waitFor(() => expect(toastText()).toContain('Magic link sent'))
    expect(seen).toHaveLength(1)
  })

  test('passes on "Remember me" and explains why a sign-in failed', async () => {
    const signIn = vi.spyOn(signInModule, 'signIn').mockRejectedValue(new AuthError('Email not confirmed'))
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

  test('closes the toast of a failed attempt when the next one succeeds', async () => {
    show({ '/functions/ensure-admin-role': { body: { isAdmin: false } } })
    vi.spyOn(signInModule, 'signIn').mockRejectedValueOnce(new AuthError('Invalid login credentials'))
    await typeEmail()
    await userEvent.type(screen.getByLabelText('Password'), 'secret-7')
    await press('Sign In')
    await waitFor(() => expect(toastText()).toMatch(/^Sign in failed/))
    vi.spyOn(signInModule, 'signIn').mockImplementation(async () => signedInAs())
    await press('Sign In')
    await waitFor(() => expect(address()).toBe('/'))
    expect(toastText()).toBe('')
  })

  test("never ticks 'Remember me' in advance, because others may use the browser too", () => {
    signedInAs({}, true)
    dropSession()
    show()
    expect(screen.getByLabelText<HTMLInputElement>('Remember me').checked).toBe(false)
    expect(Object.keys(localStorage).filter((key) => key.includes('session'))).toEqual([])
  })

  test('redirects a signed-in user to the home page', async () => {
    show({ '/functions/ensure-admin-role': { body: { isAdmin: false } } })
    act(() => void signedInAs())
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
  })

  test.each([
    ['a user without a subscription', false, '/subscribe'],
    ['a member', true, '/'],
  ])('redirects %s who chose a plan in this tab and signs in', async (user, isSubscribed, path) => {
    show({
      '/functions/get-access': { body: { isSubscribed, isAdmin: false } },
      '/functions/check-subscription': { body: { subscribed: isSubscribed } },
    })
    choosePlan('annual')
    act(() => void signedInAs({ sub: `${user} with a plan` }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(path))
  })

  test('redirects a user who arrives signed in to the home page, even with a chosen plan', async () => {
    choosePlan('annual')
    signedInAs({ sub: 'arrives signed in' })
    show({ '/functions/get-access': { body: { isSubscribed: false, isAdmin: false } } })
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
  })

  test('shows the debug panel outside production', async () => {
    show()
    expect(await screen.findByText('Session present')).toBeTruthy()
    expect(screen.getByText('none')).toBeTruthy()
  })
})
