// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import ProfilePage from '#web/features/account/pages/profile-page.tsx'
import { noAccess } from '#web/features/account/testing/open-profile.tsx'
import AdminPage from '#web/features/admin/pages/admin-page.tsx'
import LiveChatPage from '#web/features/chat/pages/live-chat-page.tsx'
import LoginPage from '#web/features/identity/pages/login-page.tsx'
import SignUpCompletePage from '#web/features/identity/pages/sign-up-complete-page.tsx'
import LibraryPage from '#web/features/library/pages/library-page.tsx'
import PaymentSuccessPage from '#web/features/payments/pages/payment-success-page.tsx'
import SubscribePage from '#web/features/subscriptions/pages/subscribe-page.tsx'
import WithdrawPage from '#web/features/withdrawals/pages/withdraw-page.tsx'
import { dropSession } from '#web/lib/session-store.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'

inFreshBrowser(forgetToast)

const address = () => screen.getByTestId('address').textContent

/** Opens a page that emails link to. */
const openPage = (path: string, isAdmin = false) => {
  fakeServer({
    '/functions/get-access': { body: { ...noAccess, isAdmin } },
    '/functions/list-withdrawable-purchases': { body: { data: [] } },
    '/functions/verify-guest-pass': { body: { status: 'not_guest_pass' } },
    '/functions/get-second-factor': { body: { is_set_up: true, valid_until: null } },
    // The tests look only at the address, so the profile may stay empty.
    ...Object.fromEntries(
      ['get-profile', 'get-billing', 'list-tickets', 'list-passkeys', 'get-library-emails'].map((name) => [
        `/functions/${name}`,
        { status: 500, body: {} },
      ]),
    ),
  })
  showPage(
    path,
    <Routes>
      <Route path={paths.login} element={<LoginPage />} />
      <Route path={paths.profile} element={<ProfilePage />} />
      <Route path={paths.library} element={<LibraryPage />} />
      <Route path={paths.signUpComplete} element={<SignUpCompletePage />} />
      <Route path={paths.withdraw} element={<WithdrawPage />} />
      <Route path={paths.subscribe} element={<SubscribePage />} />
      <Route path={paths.liveChat} element={<LiveChatPage />} />
      <Route path={paths.paymentSuccess} element={<PaymentSuccessPage />} />
      <Route path={`${paths.admin}/*`} element={<AdminPage />} />
      <Route path="*" element={null} />
    </Routes>,
  )
}

/** Follows the link of the page to the sign-in page, and signs in. */
const signInByLink = async (sub: string) => {
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  expect(address()).toBe(paths.login)
  act(() => void signedInAs({ sub }))
}

test.each([paths.profile, paths.profileTickets])(
  'a user who signs in to see %s returns there',
  async (path) => {
    openPage(path)
    await waitFor(() => expect(address()).toBe(paths.login))
    act(() => void signedInAs({ sub: `returns to ${path}` }))
    await waitFor(() => expect(address()).toBe(path))
  },
)

test('a user whose session ends on the profile does not return there', async () => {
  signedInAs({ sub: 'has been signed out' })
  openPage(paths.profile)
  expect(await screen.findByText('Your profile could not be loaded')).toBeTruthy()
  act(() => void dropSession())
  await waitFor(() => expect(address()).toBe(paths.login))
  act(() => void signedInAs({ sub: 'is another user' }))
  await waitFor(() => expect(address()).toBe(paths.library))
})

test('an admin who signs in to see the inbox returns there', async () => {
  openPage(paths.adminInbox, true)
  await waitFor(() => expect(address()).toBe(paths.login))
  act(() => void signedInAs({ sub: 'returns to the inbox' }))
  await waitFor(() => expect(address()).toBe(paths.adminInbox))
})

test('an admin who signs in to see an item of the inbox returns to the item', async () => {
  const item = `${paths.adminInbox}?item=a`
  openPage(item, true)
  await waitFor(() => expect(address()).toBe(paths.login))
  act(() => void signedInAs({ sub: 'returns to an item' }))
  await waitFor(() => expect(address()).toBe(item))
})

test('a member who opened the admin area before signing in goes to the library', async () => {
  openPage(paths.adminInbox)
  await waitFor(() => expect(address()).toBe(paths.login))
  act(() => void signedInAs({ sub: 'is not an admin' }))
  await waitFor(() => expect(address()).toBe(paths.library))
})

test.each([
  ['a buyer who signs in to withdraw from a purchase', paths.withdraw],
  ['a visitor who signs in to subscribe', paths.subscribe],
  ['a buyer who signs in to check a payment', `${paths.paymentSuccess}?session_id=cs_1`],
  ['a member who signs in to see a file of the library', `${paths.library}?item=library%2Fguides_1_Gas.pdf`],
  ['a member who signs in to chat', paths.liveChat],
])('%s returns there', async (user, path) => {
  openPage(path)
  await signInByLink(user)
  await waitFor(() => expect(address()).toBe(path))
})

test('a visitor who signs in on the page of the chat returns without its query', async () => {
  openPage(`${paths.liveChat}?open=chat`)
  await signInByLink('returns to the chat')
  await waitFor(() => expect(address()).toBe(paths.liveChat))
})

test('a buyer whose session ends before a payment is checked returns to the check', async () => {
  const path = `${paths.paymentSuccess}?session_id=cs_1`
  signedInAs({ sub: 'has paid' })
  openPage(path)
  expect(await screen.findByText('We couldn’t verify your payment just now')).toBeTruthy()
  act(() => void dropSession())
  await signInByLink('has paid')
  await waitFor(() => expect(address()).toBe(path))
})

test('a user who signs in after confirming the address goes on to the plans', async () => {
  openPage(paths.signUpComplete)
  await signInByLink('goes on to the plans')
  await waitFor(() => expect(address()).toBe(paths.subscribe))
})
