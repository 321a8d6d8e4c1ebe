// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { offeredGuestKey, offerGuestKey } from '#web/lib/guest-key.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import PaymentSuccessPage from './payment-success-page.tsx'

inFreshBrowser(forgetToast)

const returnFromPayment = () => showPage(`${paths.paymentSuccess}?session_id=cs_1`, <PaymentSuccessPage />)
const address = () => screen.getByTestId('address').textContent

const notGuest = { '/functions/verify-guest-pass': { body: { status: 'not_guest_pass' } } }
const notPass = { ...notGuest, '/functions/verify-payment': { body: { access_activated: false } } }
const nothingFound = {
  ...notPass,
  '/functions/verify-subscription': { body: { subscription_activated: false } },
  '/functions/check-subscription': { body: { subscribed: false } },
}

test('stores the guest key of a guest pass and goes to the chat', async () => {
  const seen = fakeServer({ '/functions/verify-guest-pass': { body: { guest_key: 'key-1' } } })
  returnFromPayment()
  await waitFor(() => expect(address()).toBe(`${paths.liveChat}?open=chat`))
  expect(toastText()).toContain('Guest pass activated')
  expect(localStorage.getItem('guest_key')).toBe('key-1')
  expect(seen.map(({ body }) => body)).toEqual([{ session_id: 'cs_1' }])
})

test('leaves another guest key in place, and offers the new one to the live chat page', async () => {
  localStorage.setItem('guest_key', 'of another tab')
  fakeServer({ '/functions/verify-guest-pass': { body: { guest_key: 'key-1' } } })
  returnFromPayment()
  await waitFor(() => expect(address()).toBe(`${paths.liveChat}?open=chat`))
  expect(localStorage.getItem('guest_key')).toBe('of another tab')
  expect(offeredGuestKey()).toEqual({ key: 'key-1', source: 'payment' })
  offerGuestKey(undefined)
})

test('refers to the pass email when the pass was paid for days ago', async () => {
  const seen = fakeServer({ '/functions/verify-guest-pass': { body: { status: 'key_in_email' } } })
  returnFromPayment()
  expect(await screen.findByText('The link to your pass is in your email')).toBeTruthy()
  expect(localStorage.getItem('guest_key')).toBeNull()
  expect(seen).toHaveLength(1)
})

test('keeps checking a guest pass that is not paid yet, and goes to the chat when it is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const seen = fakeServer({
    '/functions/verify-guest-pass': [{ body: { status: 'not_paid' } }, { body: { guest_key: 'key-1' } }],
  })
  returnFromPayment()
  await vi.waitFor(() => expect(toastText()).toContain('Verification complete'), { timeout: 10_000 })
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await vi.waitFor(() => expect(address()).toBe(`${paths.liveChat}?open=chat`), { timeout: 10_000 })
  expect(seen.map(({ path }) => path)).toEqual(Array(2).fill('/functions/verify-guest-pass'))
})

test('offers to sign in when the purchase belongs to an account and no user is signed in', async () => {
  fakeServer(notGuest)
  returnFromPayment()
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(toastText()).toContain('Verification unavailable')
})

test('goes to the profile after the purchase of a one-time pass', async () => {
  signedInAs()
  fakeServer({ ...notGuest, '/functions/verify-payment': { body: { access_activated: true } } })
  returnFromPayment()
  await waitFor(() => expect(address()).toBe(`${paths.profile}?payment=success`))
  expect(toastText()).toContain('Profile access unlocked')
})

test('goes to the library after the purchase of a subscription', async () => {
  signedInAs()
  fakeServer({ ...notPass, '/functions/verify-subscription': { body: { subscription_activated: true } } })
  returnFromPayment()
  await waitFor(() => expect(address()).toBe(paths.library))
  expect(toastText()).toContain('Subscription active')
})

test('goes to the library when only the last check finds the subscription', async () => {
  signedInAs()
  const seen = fakeServer({
    ...nothingFound,
    '/functions/check-subscription': { body: { subscribed: true } },
  })
  returnFromPayment()
  await waitFor(() => expect(address()).toBe(paths.library))
  expect(seen.slice(0, 4).map(({ path }) => path)).toEqual([
    '/functions/verify-guest-pass',
    '/functions/verify-payment',
    '/functions/verify-subscription',
    '/functions/check-subscription',
  ])
})

test('keeps checking until the provider has confirmed the payment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  signedInAs()
  fakeServer({
    ...nothingFound,
    '/functions/verify-subscription': [
      { body: { subscription_activated: false } },
      { body: { subscription_activated: true } },
    ],
  })
  returnFromPayment()
  await vi.waitFor(() => expect(toastText()).toContain('Verification complete'), { timeout: 10_000 })
  expect(toastText()).toContain('Subscribe page')
  expect(screen.getByText(/hasn’t confirmed your payment yet/)).toBeTruthy()
  await act(async () => vi.advanceTimersByTime(2000))
  await vi.waitFor(() => expect(address()).toBe(paths.library), { timeout: 10_000 })
})

test('stops checking after half a minute and offers another check', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  signedInAs()
  fakeServer(nothingFound)
  returnFromPayment()
  await vi.waitFor(
    async () => {
      await act(async () => vi.advanceTimersByTime(16_000))
      expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
    },
    { timeout: 10_000 },
  )
  expect(screen.getByRole('link', { name: 'Subscribe page' }).getAttribute('href')).toBe(paths.subscribe)
  expect(address()).toBe(`${paths.paymentSuccess}?session_id=cs_1`)
})

test('reports that verification is unavailable when a check fails, and retries on request', async () => {
  signedInAs()
  fakeServer({
    '/functions/verify-guest-pass': [
      { status: 502, body: { error: { message: 'x' } } },
      { body: { guest_key: 'k' } },
    ],
  })
  returnFromPayment()
  await waitFor(() => expect(toastText()).toContain('Verification unavailable'))
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(address()).toBe(`${paths.liveChat}?open=chat`))
})

test('reports that verification is unavailable when no user is signed in and it is not a guest pass', async () => {
  const seen = fakeServer(notGuest)
  returnFromPayment()
  await waitFor(() => expect(toastText()).toContain('Verification unavailable'))
  expect(seen).toHaveLength(1)
})

test('makes no call without a session in the address', () => {
  const seen = fakeServer({})
  showPage(paths.paymentSuccess, <PaymentSuccessPage />)
  expect(screen.getByRole('heading', { name: 'No payment to check' })).toBeTruthy()
  expect(screen.queryByText('Payment successful')).toBeNull()
  expect(seen).toEqual([])
})

test('says that the payment was successful once it is confirmed', async () => {
  signedInAs()
  fakeServer({ ...notPass, '/functions/verify-subscription': { body: { subscription_activated: true } } })
  returnFromPayment()
  expect(screen.getByRole('heading', { name: 'Checking payment' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy()
  expect(screen.getAllByText(/access is active/)).toHaveLength(1)
})

test('does not call an unpaid session successful', async () => {
  fakeServer({ '/functions/verify-guest-pass': { body: { status: 'not_paid' } } })
  returnFromPayment()
  expect(await screen.findByRole('heading', { name: 'Payment not confirmed yet' })).toBeTruthy()
  expect(screen.queryByText('Payment successful')).toBeNull()
})

test("does not call another customer's session successful", async () => {
  signedInAs()
  const notFound = { status: 404, body: { error: { code: 'not_found', message: 'Not found.' } } }
  fakeServer({ ...notGuest, '/functions/verify-payment': notFound })
  returnFromPayment()
  expect(await screen.findByRole('heading', { name: 'Payment not found' })).toBeTruthy()
  expect(toastText()).toBe('Verification unavailable / We couldn’t find this payment in your account.')
  expect(screen.queryByText('Payment successful')).toBeNull()
})

test('does not call an unpaid session of a subscriber successful', async () => {
  signedInAs()
  fakeServer({ ...nothingFound, '/functions/check-subscription': { body: { subscribed: true } } })
  returnFromPayment()
  expect(await screen.findByRole('heading', { name: 'Subscription active' })).toBeTruthy()
  expect(screen.queryByText('Payment successful')).toBeNull()
})

const disputed = { title: 'Payment disputed', text: /ask your bank to withdraw the dispute/ }
const refunded = { title: 'Payment refunded', text: /can’t use what it paid for any more/ }
const returned = { title: 'Payment returned by your bank', text: /can’t use what it paid for any more/ }

test.each([
  ['a guest pass', 'disputed', disputed],
  ['a guest pass', 'refunded', refunded],
  ['the pass of an account', 'dispute_lost', returned],
  ['the pass of an account', 'disputed', disputed],
  ['a subscription', 'refunded', refunded],
  ['a subscription', 'disputed', disputed],
])('says what happened to a payment for %s that was reversed later: %s', async (what, reversal, expected) => {
  signedInAs()
  const seen = fakeServer({
    ...nothingFound,
    ...(what === 'a guest pass'
      ? { '/functions/verify-guest-pass': { body: { status: 'not_paid', reversal } } }
      : what === 'a subscription'
        ? { '/functions/verify-subscription': { body: { subscription_activated: false, reversal } } }
        : { '/functions/verify-payment': { body: { access_activated: false, reversal } } }),
  })
  returnFromPayment()
  expect(await screen.findByRole('heading', { name: expected.title })).toBeTruthy()
  expect(screen.getByText(expected.text)).toBeTruthy()
  expect(screen.queryByText(/isn’t confirmed yet/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
  expect(seen.filter(({ path }) => path === '/functions/verify-guest-pass')).toHaveLength(1)
})

const guestPassOver = { '/functions/verify-guest-pass': { body: { guest_key: 'key-1', is_over: true } } }
const accountPassOver = { '/functions/verify-payment': { body: { access_activated: true, is_over: true } } }
const subscriptionIn = (state: string) => ({
  '/functions/verify-subscription': { body: { subscription_activated: false, state } },
})

test.each([
  ['a guest pass that is over', guestPassOver, 'Pass ended', 'live chat page'],
  ['a pass of an account that is over', accountPassOver, 'Pass ended', 'live chat page'],
  ['a subscription that has ended', subscriptionIn('ended'), 'Subscription ended', 'Subscribe page'],
  [
    'a subscription with an unpaid renewal',
    subscriptionIn('payment_due'),
    'Your last payment didn’t go through',
    'your profile',
  ],
])('says that the payment was for %s, and what to do', async (_what, replies, title, link) => {
  signedInAs()
  fakeServer({ ...nothingFound, ...replies })
  returnFromPayment()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('link', { name: link })).toBeTruthy()
  expect(address()).toBe(`${paths.paymentSuccess}?session_id=cs_1`)
  expect(localStorage.getItem('guest_key')).toBeNull()
  expect(screen.queryByText(/isn’t confirmed yet/)).toBeNull()
})

test('goes to the library if another subscription than the refunded one gives access', async () => {
  signedInAs()
  fakeServer({
    ...nothingFound,
    '/functions/verify-subscription': { body: { subscription_activated: false, reversal: 'refunded' } },
    '/functions/check-subscription': { body: { subscribed: true } },
  })
  returnFromPayment()
  await waitFor(() => expect(address()).toBe(paths.library))
})
