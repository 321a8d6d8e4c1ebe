// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import PaymentSuccessPage from './payment-success-page.tsx'

inFreshBrowser(forgetToast)

const returnFromPaying = () => showPage('/payment-success?session_id=cs_1', <PaymentSuccessPage />)
const address = () => screen.getByTestId('address').textContent

const notGuest = { '/functions/verify-guest-pass': { body: { status: 'not_guest_pass' } } }
const notPass = { ...notGuest, '/functions/verify-payment': { body: { access_activated: false } } }
const nothing = {
  ...notPass,
  '/functions/verify-subscription': { body: { subscription_activated: false } },
  '/functions/check-subscription': { body: { subscribed: false } },
}

test('keeps the guest key of a guest pass and goes on to the chat', async () => {
  const seen = fakeServer({ '/functions/verify-guest-pass': { body: { guest_key: 'key-1' } } })
  returnFromPaying()
  await waitFor(() => expect(address()).toBe('/livechat?open=chat'))
  expect(toastText()).toContain('Guest pass activated')
  expect(localStorage.getItem('guest_key')).toBe('key-1')
  expect(seen.map(({ body }) => body)).toEqual([{ session_id: 'cs_1' }])
})

test('points to the receipt when the pass was paid for days ago', async () => {
  const seen = fakeServer({ '/functions/verify-guest-pass': { body: { status: 'key_in_mail' } } })
  returnFromPaying()
  expect(await screen.findByText('Your pass is in your mail')).toBeTruthy()
  expect(localStorage.getItem('guest_key')).toBeNull()
  expect(seen).toHaveLength(1)
})

test('keeps asking about a guest pass that is not paid yet, and opens the chat when it is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const seen = fakeServer({
    '/functions/verify-guest-pass': [{ body: { status: 'not_paid' } }, { body: { guest_key: 'key-1' } }],
  })
  returnFromPaying()
  await vi.waitFor(() => expect(toastText()).toContain('Verification complete'), { timeout: 10_000 })
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await vi.waitFor(() => expect(address()).toBe('/livechat?open=chat'), { timeout: 10_000 })
  expect(seen.map(({ path }) => path)).toEqual(Array(2).fill('/functions/verify-guest-pass'))
})

test('offers to sign in when what was bought belongs to an account and nobody is signed in', async () => {
  fakeServer(notGuest)
  returnFromPaying()
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(toastText()).toContain('Verification unavailable')
})

test('takes the buyer of a one-time pass to their profile', async () => {
  signedInAs()
  fakeServer({ ...notGuest, '/functions/verify-payment': { body: { access_activated: true } } })
  returnFromPaying()
  await waitFor(() => expect(address()).toBe('/profile?payment=success'))
  expect(toastText()).toContain('Profile access unlocked')
})

test('takes a new subscriber to the library', async () => {
  signedInAs()
  fakeServer({ ...notPass, '/functions/verify-subscription': { body: { subscription_activated: true } } })
  returnFromPaying()
  await waitFor(() => expect(address()).toBe('/library'))
  expect(toastText()).toContain('Subscription active')
})

test('takes a subscriber to the library when only the last check finds the subscription', async () => {
  signedInAs()
  const seen = fakeServer({ ...nothing, '/functions/check-subscription': { body: { subscribed: true } } })
  returnFromPaying()
  await waitFor(() => expect(address()).toBe('/library'))
  expect(seen.slice(0, 4).map(({ path }) => path)).toEqual([
    '/functions/verify-guest-pass',
    '/functions/verify-payment',
    '/functions/verify-subscription',
    '/functions/check-subscription',
  ])
})

test('keeps asking while the provider has not confirmed, and moves on when it has', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  signedInAs()
  fakeServer({
    ...nothing,
    '/functions/verify-subscription': [
      { body: { subscription_activated: false } },
      { body: { subscription_activated: true } },
    ],
  })
  returnFromPaying()
  await vi.waitFor(() => expect(toastText()).toContain('Verification complete'), { timeout: 10_000 })
  expect(toastText()).toContain('Subscribe page')
  expect(screen.getByText(/has not confirmed your payment yet/)).toBeTruthy()
  await act(async () => vi.advanceTimersByTime(2000))
  await vi.waitFor(() => expect(address()).toBe('/library'), { timeout: 10_000 })
})

test('ends the wait with a way to ask again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  signedInAs()
  fakeServer(nothing)
  returnFromPaying()
  await vi.waitFor(
    async () => {
      await act(async () => vi.advanceTimersByTime(16_000))
      expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
    },
    { timeout: 10_000 },
  )
  expect(screen.getByRole('link', { name: 'Subscribe page' }).getAttribute('href')).toBe('/subscribe')
  expect(address()).toBe('/payment-success?session_id=cs_1')
})

test('says that verification is unavailable when a step fails, and tries again at a press', async () => {
  signedInAs()
  fakeServer({
    '/functions/verify-guest-pass': [
      { status: 502, body: { error: { message: 'x' } } },
      { body: { guest_key: 'k' } },
    ],
  })
  returnFromPaying()
  await waitFor(() => expect(toastText()).toContain('Verification unavailable'))
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(address()).toBe('/livechat?open=chat'))
})

test('says that verification is unavailable when nobody is signed in and it was no guest pass', async () => {
  const seen = fakeServer(notGuest)
  returnFromPaying()
  await waitFor(() => expect(toastText()).toContain('Verification unavailable'))
  expect(seen).toHaveLength(1)
})

test('shows the page and asks nothing without a session in the address', () => {
  const seen = fakeServer({})
  showPage('/payment-success', <PaymentSuccessPage />)
  expect(screen.getByRole('heading', { name: 'Payment successful' })).toBeTruthy()
  expect(seen).toEqual([])
})
