// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, Navigate, Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { AuthErrorBanner } from './auth-error-banner.tsx'

inFreshBrowser(forgetToast)

const failedLink = '/about?error=access_denied&error_description=x'
const path = '/functions/resend-confirmation'

const resend = async () => {
  showPage(failedLink, <AuthErrorBanner />)
  await userEvent.click(await screen.findByRole('button', { name: 'Resend' }))
}

let users = 0
/** Opens a used link as a signed-in user whom no earlier test has had. `access` is the server's response. */
const openUsedLink = (type: string, access: Parameters<typeof fakeServer>[0][string]) => {
  users += 1
  signedInAs({ sub: `user of link ${users}` })
  fakeServer({
    '/functions/get-access': access,
    '/functions/check-subscription': { body: { subscribed: false } },
  })
  showPage(
    `/?error=access_denied&error_code=otp_expired&error_description=x&type=${type}`,
    <AuthErrorBanner />,
  )
}
const accessOf = (facts: object) => ({ body: { isSubscribed: false, isAdmin: false, ...facts } })

describe('AuthErrorBanner', () => {
  test('explains why a link failed until the visitor dismisses it', async () => {
    showPage(failedLink, <AuthErrorBanner />)
    expect((await screen.findByRole('alert')).textContent).toContain('Access was denied. Please try again.')
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('moves the focus to the page when it is dismissed', async () => {
    showPage(
      failedLink,
      <>
        <AuthErrorBanner />
        <main id="main" tabIndex={-1} />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('stays hidden once dismissed, because the address no longer reports the error', async () => {
    showPage('/about?ref=a&error=x&error_description=y', <AuthErrorBanner />)
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.getByTestId('address').textContent).toBe('/about?ref=a')
  })

  test('stays when the page redirects, until the visitor follows a link', async () => {
    const Redirecting = () => (
      <>
        <AuthErrorBanner />
        <Routes>
          <Route path="/profile" element={<Navigate to="/login" replace />} />
          <Route path="/login" element={<Link to="/about">About</Link>} />
          <Route path="/about" element={null} />
        </Routes>
      </>
    )
    showPage('/profile?error=x&error_description=The+link+failed.', <Redirecting />)
    expect(screen.getByTestId('address').textContent).toBe('/login')
    expect((await screen.findByRole('alert')).textContent).toContain('The link failed.')
    await userEvent.click(screen.getByRole('link', { name: 'About' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('stays hidden once dismissed after a redirect', async () => {
    const Redirecting = () => (
      <>
        <AuthErrorBanner />
        <Routes>
          <Route path="/profile" element={<Navigate to="/login" replace />} />
          <Route path="/login" element={null} />
        </Routes>
      </>
    )
    showPage('/profile?error=x&error_description=The+link+failed.', <Redirecting />)
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('appears for signed-in users and on the reset page too', async () => {
    signedInAs()
    showPage(
      '/reset-password?error=access_denied&error_code=otp_expired&error_description=x',
      <AuthErrorBanner />,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Your verification link has expired.')
  })

  test.each([
    ['magiclink', 'Your sign-in link has expired or was already used.'],
    ['restart', 'Your link to confirm your email address has expired or was already used.'],
    ['recovery', 'Your reset link has expired or was already used.'],
  ])('names a used %s link and links to a new one', async (type, text) => {
    showPage(
      `/?error=access_denied&error_code=otp_expired&error_description=x&type=${type}`,
      <AuthErrorBanner />,
    )
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(screen.getByRole('link', { name: 'Get a new link' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull()
  })

  test.each([
    ['magiclink', 'but you’re signed in', 'Go to the library', '/library'],
    ['signup', 'but you’re signed in', 'Go to the library', '/library'],
    ['restart', 'but you’re signed in', 'Go to the library', '/library'],
    [
      'emailchange',
      'Your profile shows the address that your account has now',
      'Go to your profile',
      '/profile',
    ],
  ])('gives a member a link to continue after a used %s link', async (type, text, label, to) => {
    openUsedLink(type, accessOf({ isSubscribed: true }))
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe(to)
  })

  test.each(['magiclink', 'signup', 'restart'])(
    'leads a user who has not paid to the plans after a used %s link',
    async (type) => {
      openUsedLink(type, accessOf({}))
      const link = await screen.findByRole('link', { name: 'Choose your access' })
      expect(link.getAttribute('href')).toBe('/subscribe')
      expect(screen.queryByRole('link', { name: 'Go to the library' })).toBeNull()
    },
  )

  test('leads an admin to the library after a used sign-in link', async () => {
    openUsedLink('magiclink', accessOf({ isAdmin: true }))
    expect(await screen.findByRole('link', { name: 'Go to the library' })).toBeTruthy()
  })

  test('leads a user whose access could not be checked to the library, which checks it again', async () => {
    openUsedLink('magiclink', { status: 500, body: { error: { message: 'Something went wrong.' } } })
    expect(await screen.findByRole('link', { name: 'Go to the library' })).toBeTruthy()
  })

  test('shows no link while the access of the user is not known', async () => {
    openUsedLink('signup', new Promise<never>(() => undefined))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('shows a signed-in user with a used reset link no link to the sign-in page, which would redirect them', async () => {
    signedInAs()
    showPage(
      '/reset-password?error=access_denied&error_code=otp_expired&error_description=x&type=recovery',
      <AuthErrorBanner />,
    )
    // The page below says how to request a new one.
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your reset link has expired or was already used.',
    )
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('tells a visitor who is not signed in what to do after a used link to a new address', async () => {
    showPage(
      '/?error=access_denied&error_code=otp_expired&error_description=x&type=emailchange',
      <AuthErrorBanner />,
    )
    expect((await screen.findByRole('alert')).textContent).toContain(
      'If you’ve used it, sign in with your new address. If not, request a new one on your profile.',
    )
    expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/profile')
  })

  test('does not offer to resend a verification email for an expired chat pass', async () => {
    showPage('/livechat?error=pass_over&error_description=This+chat+pass+is+over.', <AuthErrorBanner />)
    expect((await screen.findByRole('alert')).textContent).toContain('This chat pass is over.')
    expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull()
  })

  test('refers a visitor without a pending sign-up to the sign-up page', async () => {
    await resend()
    expect(toastText()).toBe(
      'Email required / Please go to the signup page to request a new verification email.',
    )
  })

  test.each([
    [
      { body: { success: true } },
      'Verification email sent / Please check your email for a new verification link.',
    ],
    [{ status: 429, body: { error: { message: 'Slow down' } } }, 'Error / Slow down'],
    [{ status: 500, body: {} }, 'Error / Failed to resend verification email. Please try again.'],
  ])('shows the outcome of a resend: %j gives %j', async (reply, text) => {
    const seen = fakeServer({ [path]: reply })
    localStorage.setItem('pending_verification_email', 'waiting@agents.example')
    await resend()
    await waitFor(() => expect(toastText()).toBe(text))
    expect(seen[0]?.body).toEqual({ email: 'waiting@agents.example' })
  })
})
