// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import { endChat } from '../chat-session.ts'
import { refreshGuestPass } from '../guest-pass.ts'
import LiveChatPage from './live-chat-page.tsx'

const inHours = '2026-11-20T11:00:00Z'
const outOfHours = '2026-11-21T15:00:00Z'

inFreshBrowser(forgetToast)
beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await endChat()
  await refreshGuestPass() // of a browser without a key
})

const at = (time: string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time), shouldAdvanceTime: false })

const show = (address = '/livechat') => showPage(address, <LiveChatPage />)

let people = 0
const signIn = () => {
  people += 1
  signedInAs({ sub: `chatter-${people}` })
}
const access = (facts: object) => ({
  '/functions/get-access': {
    body: { isSubscribed: false, hasOneTimeAccess: false, isAdmin: false, pass: null, ...facts },
  },
  '/functions/check-subscription': { body: { subscribed: 'isSubscribed' in facts } },
})
const openButton = () => screen.queryByRole('button', { name: 'Open Live Chat' })
const badge = () => screen.getByText(/^O(?:n|ff)line$/).parentElement?.textContent
const buyButton = () => screen.getByRole('button', { name: 'Buy one-time access' })

test('offers visitors a pass and the plans, opens no chat for them, and asks nothing about them', async () => {
  at(inHours)
  const seen = fakeServer({})
  show('/livechat?open=chat')
  expect(await screen.findByText('Online')).toBeTruthy()
  expect(screen.getByText(/No time limits apply to waiting/)).toBeTruthy()
  expect(buyButton()).toBeTruthy()
  for (const plan of ['monthly', 'annual'])
    expect(document.querySelector(`a[href="/subscribe?plan=${plan}"]`)).toBeTruthy()
  expect(openButton()).toBeNull()
  expect(seen.filter(({ path }) => path.startsWith('/functions'))).toEqual([])
})

test.each([
  [{ isSubscribed: true }, 'Active Subscription', /part of your subscription/],
  [
    { isSubscribed: true, cancelAtPeriodEnd: true, subscriptionEnd: '2026-12-20T10:00:00Z' },
    'Cancelling Soon',
    /Cancels on 20 December 2026/,
  ],
  [
    { isSubscribed: true, cancelAtPeriodEnd: true, subscriptionEnd: null },
    'Cancelling Soon',
    /Cancellation scheduled/,
  ],
  [{ isAdmin: true }, 'Admin Access', /administrators/],
  [
    { hasOneTimeAccess: true, pass: { state: 'waiting', endsAt: null, useBy: '2026-12-20T10:00:00Z' } },
    'Profile Access Active',
    /30-minute live chat timer available.*20 December 2026/,
  ],
])('lets in who has %j', async (facts, title, words) => {
  at(inHours)
  fakeServer(access(facts))
  signIn()
  show()
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  expect(openButton()).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Buy one-time access' })).toBeNull()
})

test('tells who is signed in and has nothing so, and offers what opens the chat', async () => {
  at(inHours)
  fakeServer(access({}))
  signIn()
  show()
  expect(await screen.findByText('No Active Access')).toBeTruthy()
  expect(buyButton()).toBeTruthy()
})

test('tells who owes a payment that their subscription is back when it is made', async () => {
  at(inHours)
  fakeServer(access({ paymentDue: true }))
  signIn()
  show()
  expect(await screen.findByText(/last payment did not go through/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'profile' }).getAttribute('href')).toBe('/profile')
})

test('lets in who has bought a pass in another tab, once they come back to this one', async () => {
  at(inHours)
  const bought = access({ hasOneTimeAccess: true })['/functions/get-access']
  const nothing = access({})['/functions/get-access']
  fakeServer({ ...access({}), '/functions/get-access': [nothing, bought] })
  signIn()
  show()
  expect(await screen.findByText('No Active Access')).toBeTruthy()
  vi.setSystemTime(new Date(Date.parse(inHours) + 60_000))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('Profile Access Active')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Buy one-time access' })).toBeNull()
})

test('lets in the holder of a guest key, signed in or not', async () => {
  at(inHours)
  localStorage.setItem('guest_key', 'key-1')
  const seen = fakeServer({ ...access({}), '/functions/check-guest-access': { body: { active: true } } })
  const { unmount } = show()
  expect(await screen.findByText('Guest Access')).toBeTruthy()
  expect(openButton()).toBeTruthy()
  expect(seen.at(-1)?.body).toEqual({ guest_key: 'key-1' })
  unmount()
  signIn()
  show()
  expect(await screen.findByText('Guest Access')).toBeTruthy()
})

test('removes a guest key that opens nothing any more', async () => {
  at(inHours)
  localStorage.setItem('guest_key', 'key-1')
  localStorage.setItem('session_expiry', '2026-11-20T11:20:00Z')
  fakeServer({ '/functions/check-guest-access': { body: { active: false } } })
  show()
  await waitFor(() => expect(localStorage.getItem('guest_key')).toBeNull())
  expect(localStorage.getItem('session_expiry')).toBeNull()
  expect(buyButton()).toBeTruthy()
})

test('keeps a guest key that could not be asked about, says nothing in a toast, and asks again', async () => {
  at(inHours)
  localStorage.setItem('guest_key', 'key-1')
  fakeServer({ '/functions/check-guest-access': ['unreachable', { body: { active: true } }] })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('Guest Access')).toBeTruthy()
  expect(localStorage.getItem('guest_key')).toBe('key-1')
  expect(toastText()).toBe('')
})

test('takes a stored end in the future for a running session, and removes one that is past', () => {
  at(inHours)
  fakeServer({})
  localStorage.setItem('session_expiry', '2026-11-20T11:20:00Z')
  const { unmount } = show()
  expect(screen.getByText('Session Active')).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toBe('20:00')
  unmount()
  localStorage.setItem('session_expiry', '2026-11-20T10:59:59Z')
  show()
  expect(screen.queryByText('Session Active')).toBeNull()
  expect(localStorage.getItem('session_expiry')).toBeNull()
})

test('says so where the stage has no chat, and offers members a ticket instead', async () => {
  at(inHours)
  fakeServer(access({ isSubscribed: true }))
  signIn()
  show('/livechat?open=chat')
  expect(await screen.findByText('Live chat is not configured yet.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Submit ticket' })).toBeTruthy()
})

test('goes to the payment page once for two clicks, and keeps no key before it is paid', async () => {
  at(inHours)
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...window.location, assign })
  const seen = fakeServer({
    '/functions/create-guest-pass': { body: { url: 'https://pay.example/1', guest_key: 'key-2' } },
  })
  show()
  const button = buyButton()
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/1'))
  expect(seen.filter(({ path }) => path.endsWith('create-guest-pass'))).toHaveLength(1)
  expect(localStorage.getItem('guest_key')).toBeNull()
})

test('sells no pass outside the hours, by the server or by the clock', async () => {
  at(outOfHours)
  const refused = {
    status: 409,
    body: { error: { code: 'outside_business_hours', message: 'in other words' } },
  }
  const seen = fakeServer({ '/functions/create-guest-pass': refused })
  show()
  expect(await screen.findByText('Offline')).toBeTruthy()
  const words =
    'Outside Business Hours / One-time chat access is only available during business hours. Subscriptions are available 24/7.'
  await userEvent.click(buyButton())
  expect(toastText()).toBe(words)
  expect(seen.filter(({ path }) => path.startsWith('/functions'))).toEqual([])
  forgetToast()
  at(inHours)
  await userEvent.click(buyButton())
  await waitFor(() => expect(toastText()).toBe(words))
})

const inWords = 'Please try again in a moment.'
test.each([
  ['internal', 'Something went wrong.', inWords],
  ['payment_provider_error', 'The provider is down.', inWords],
  ['payment_in_progress', 'A payment is already under way.', 'A payment is already under way.'],
  ['already_subscribed', 'You already have a subscription.', 'You already have a subscription.'],
])('says why the payment page could not be opened: %s', async (code, message, words) => {
  at(inHours)
  fakeServer({ '/functions/create-guest-pass': { status: 500, body: { error: { code, message } } } })
  show()
  await userEvent.click(buyButton())
  await waitFor(() => expect(toastText()).toBe(`Unable to start checkout / ${words}`))
  expect(buyButton()).toHaveProperty('disabled', false)
})

test('changes its badge by itself when the chat opens', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ now: new Date('2026-11-23T09:59:30Z') })
  fakeServer({})
  show()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(badge()).toBe('Offline opens today at 10:00 (London time)')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(badge()).toBe('Online closes at 16:00 (London time)')
})

test('takes the ticket of a member out of hours and says when it is answered', async () => {
  at(outOfHours)
  const seen = fakeServer({
    ...access({ isSubscribed: true }),
    '/functions/submit-ticket': [
      { status: 429, body: { error: { code: 'rate_limited', message: 'Please wait a minute.' } } },
      { body: { id: '4F2A9C1B', answeredBy: '2026-11-23' } },
    ],
  })
  signIn()
  show()
  expect(await screen.findByText('Monday 23 November 2026')).toBeTruthy()
  const send = await screen.findByRole('button', { name: 'Submit ticket' })
  await userEvent.click(send)
  expect(await screen.findByText('Please choose England or Wales')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Topic'), 'Gas safety')
  await userEvent.click(screen.getByLabelText('Wales'))
  await userEvent.type(screen.getByLabelText('Message'), 'What are my duties here?')
  await userEvent.click(send)
  expect(await screen.findByText(/Please wait a minute\. What you wrote is still here/)).toBeTruthy()
  await userEvent.click(send)
  expect(await screen.findByText('We have your ticket')).toBeTruthy()
  expect(screen.getByText('Monday 23 November 2026')).toBeTruthy()
  expect(seen.at(-1)?.body).toEqual({
    topic: 'Gas safety',
    country: 'wales',
    message: 'What are my duties here?',
  })
})

test('offers no ticket to who holds a pass', async () => {
  at(outOfHours)
  localStorage.setItem('guest_key', 'key-1')
  fakeServer({ '/functions/check-guest-access': { body: { active: true } } })
  show()
  expect(await screen.findByText('Guest Access')).toBeTruthy()
  expect(screen.queryByText('Submit a ticket')).toBeNull()
})

test('believes the server that the pass of an account is over, whatever was stored', async () => {
  at(inHours)
  localStorage.setItem('session_expiry', '2026-11-20T11:20:00Z')
  fakeServer(access({}))
  signIn()
  show()
  expect(await screen.findByText('No Active Access')).toBeTruthy()
  expect(screen.queryByText('Session Active')).toBeNull()
  expect(localStorage.getItem('session_expiry')).toBeNull()
})
