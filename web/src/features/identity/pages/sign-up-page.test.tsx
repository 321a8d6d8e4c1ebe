// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as signInModule from '#web/lib/sign-in.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import SignUpPage from './sign-up-page.tsx'

inFreshBrowser(forgetToast)

const open = (query = '') => showPage(`/signup${query}`, <SignUpPage />)
const address = () => screen.getByTestId('address').textContent
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }))

const fillIn = async () => {
  const texts = {
    'First name': 'Ada',
    'Last name': 'Sample',
    Email: 'Ada@Agents.example',
    Password: 'Longer-than-6',
    'Confirm password': 'Longer-than-6',
    'Company name': 'Sample Lets',
    'Street address': '1 Example Row',
    City: 'Sampleton',
    Postcode: 'ZZ1 1ZZ',
    'Number of employees': '3',
  }
  for (const [label, text] of Object.entries(texts)) await userEvent.type(screen.getByLabelText(label), text)
  await userEvent.click(screen.getByLabelText('Agent'))
}

describe('/signup', () => {
  test('requires every field and focuses the first error', async () => {
    const seen = fakeServer({})
    open()
    await submit()
    for (const message of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'City is required',
      'Postcode is required',
      'Number of employees must be at least 1',
      'Please select whether you are a landlord or agent',
    ])
      expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    expect(seen).toEqual([])
  })

  test('compares the passwords again when either changes', async () => {
    fakeServer({})
    open()
    const password = screen.getByLabelText('Password')
    await userEvent.type(password, 'secret-1')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'secret-2')
    await userEvent.tab()
    expect(await screen.findByText("Passwords don't match")).toBeTruthy()
    await userEvent.clear(password)
    await userEvent.type(password, 'secret-2')
    await waitFor(() => expect(screen.queryByText("Passwords don't match")).toBeNull())
  })

  test('shows how strong the password is', async () => {
    fakeServer({})
    open()
    await userEvent.type(screen.getByLabelText('Password'), 'abc')
    expect(screen.getByText('Weak')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Password'), 'DEF123!')
    expect(screen.getByText('Strong')).toBeTruthy()
  })

  test('creates the account, stores the pending sign-up and asks to confirm the address', async () => {
    const seen = fakeServer({
      '/functions/sign-up': { body: { success: true } },
      '/functions/validate-referral': { body: { valid: true, expired: false } },
      '/functions/resend-confirmation': { body: { success: true } },
    })
    open('?plan=annual&ref=friend')
    await fillIn()
    expect(document.title).toMatch(/^Create your account · /)
    await submit()
    expect(await screen.findByText('Account Created')).toBeTruthy()
    expect(document.title).toMatch(/^Account Created · /)
    expect(screen.getByText('Redirecting...')).toBeTruthy()
    const call = seen.find(({ path }) => path === '/functions/sign-up')
    expect(call?.headers.has('authorization')).toBe(false)
    expect(call?.body).toMatchObject({
      email: 'ada@agents.example',
      numberOfEmployees: 3,
      userType: 'agent',
      plan: 'annual',
      referrer_token: 'friend',
    })
    expect({ ...localStorage }).toMatchObject({
      pending_signup_plan: 'annual',
      selectedPlan: 'annual',
      pending_referrer_token: 'friend',
      pending_verification_email: 'ada@agents.example',
      pending_signup_redirect: 'true',
    })
    expect(JSON.parse(localStorage.getItem('pending_signup_user_info') ?? '')).toEqual({
      email: 'ada@agents.example',
      fullName: 'Ada Sample',
      companyName: 'Sample Lets',
      streetAddress: '1 Example Row',
      city: 'Sampleton',
      postcode: 'ZZ1 1ZZ',
      numberOfEmployees: 3,
      userType: 'agent',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }))
    await waitFor(() => expect(toastText()).toContain('Verification email sent'))
  })

  test('signs up with the referral token of an earlier visit', async () => {
    const seen = fakeServer({ '/functions/sign-up': { body: { success: true } } })
    localStorage.setItem('pending_referrer_token', 'friend')
    open()
    await fillIn()
    await submit()
    expect(await screen.findByText('Account Created')).toBeTruthy()
    expect(seen.find(({ path }) => path === '/functions/sign-up')?.body).toMatchObject({
      referrer_token: 'friend',
    })
    expect(seen.map(({ path }) => path)).not.toContain('/functions/validate-referral')
  })

  test.each([
    [
      { status: 400, body: { error: { code: 'password_too_weak', message: 'Too weak' } } },
      'Sign up failed / Too weak',
    ],
    ['unreachable' as const, 'An error occurred / Please try again later.'],
  ])('explains why the account was not created and keeps the form: %j', async (reply, expected) => {
    fakeServer({ '/functions/sign-up': reply })
    open()
    await fillIn()
    await submit()
    await waitFor(() => expect(toastText()).toBe(expected))
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ada')
    expect(localStorage.getItem('pending_signup_redirect')).toBeNull()
  })

  test('leads to the sign-in page if the account was created but the sign-in after it fails', async () => {
    const seen = fakeServer({ '/functions/sign-up': { body: { success: true } } })
    vi.spyOn(signInModule, 'signIn').mockRejectedValue(new Error('Invalid login credentials'))
    open('#address_token=confirmed&email=ada%40agents.example')
    await fillIn()
    await submit()
    await waitFor(() => expect(address()).toBe('/members'))
    expect(toastText()).toMatch(/^Account Created \/ Sign in to choose your plan and pay\. If/)
    expect(seen.map(({ path }) => path)).toEqual(['/functions/sign-up'])
    // No email with a link has been sent: there is nothing to confirm on a later visit.
    cleanup()
    open()
    await screen.findByRole('button', { name: 'Create account' })
    expect(screen.queryByText('Please confirm your email address')).toBeNull()
  })

  test('closes the toast of a failed attempt when the next one succeeds', async () => {
    fakeServer({ '/functions/sign-up': ['unreachable', { body: { success: true } }] })
    open()
    await fillIn()
    await submit()
    await waitFor(() => expect(toastText()).toMatch(/^An error occurred/))
    await submit()
    expect(await screen.findByText('Account Created')).toBeTruthy()
    expect(toastText()).toBe('')
  })

  test.each([
    [{ body: { valid: false, expired: true } }, 'This referral link has expired, but you can still sign up.'],
    [
      { body: { valid: false, expired: false } },
      'This referral link is no longer valid, but you can still sign up.',
    ],
    [{ status: 500, body: {} }, 'Unable to validate token'],
    ['unreachable' as const, 'Validation failed'],
  ])('shows the result of the referral check: %j gives %s', async (reply, message) => {
    fakeServer({ '/functions/validate-referral': reply })
    open('?referrer=friend')
    expect(await screen.findByText(message)).toBeTruthy()
  })

  test('redirects a signed-in user to the home page', async () => {
    signedInAs()
    fakeServer({})
    open()
    await waitFor(() => expect(address()).toBe('/'))
  })

  test.each([
    [{ body: { isAdmin: true } }, '/admin', 'Welcome! You have admin access.'],
    [
      { body: { isAdmin: false } },
      '/subscribe',
      'Please complete your payment to activate your subscription.',
    ],
    [{ status: 500, body: {} }, '/subscribe', 'Please complete your payment to activate your subscription.'],
  ])('redirects a new account once it is signed in: %j leads to %s', async (reply, path, message) => {
    fakeServer({ '/functions/ensure-admin-role': reply })
    localStorage.setItem('pending_signup_redirect', 'true')
    open()
    act(() => void signedInAs())
    await waitFor(() => expect(address()).toBe(path))
    expect(toastText()).toContain(message)
    expect(localStorage.getItem('pending_signup_redirect')).toBeNull()
  })

  test('links to the Members Area for users with an account', () => {
    fakeServer({})
    open()
    expect(screen.getByRole('link', { name: 'Sign in here' }).getAttribute('href')).toBe('/members')
  })
})
