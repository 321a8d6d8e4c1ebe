// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import LiveChatPage from './live-chat-page.tsx'
import { inBrowserWithoutChat } from '../testing/in-browser-without-chat.ts'

const inHours = '2026-11-20T11:00:00Z'
const outOfHours = '2026-11-21T15:00:00Z'

inBrowserWithoutChat()

const at = (time: string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time), shouldAdvanceTime: false })

const show = (address = '/livechat') => showPage(address, <LiveChatPage />)

let signIns = 0
const signIn = () => {
  signIns += 1
  signedInAs({ sub: `chatter-${signIns}` })
}
const access = (facts: object) => ({
  '/functions/get-access': {
    body: { isSubscribed: false, hasOneTimeAccess: false, isAdmin: false, pass: null, ...facts },
  },
  '/functions/check-subscription': { body: { subscribed: 'isSubscribed' in facts } },
})
const openButton = () => screen.queryByRole('button', { name: 'Open Live Chat' })
const signInLink = () => screen.queryByRole('link', { name: 'Sign in' })
const buyButton = () => screen.getByRole('button', { name: 'Buy one-time access' })

describe('/livechat access', () => {
  test('offers visitors a pass and the plans, without opening the chat or calling the server', async () => {
    at(inHours)
    const seen = fakeServer({})
    show('/livechat?open=chat')
    expect(await screen.findByText('Online')).toBeTruthy()
    expect(screen.getByText(/^No time limits apply while you wait for an adviser\./)).toBeTruthy()
    expect(buyButton()).toBeTruthy()
    expect(signInLink()?.getAttribute('href')).toBe('/login')
    for (const plan of ['monthly', 'annual'])
      expect(document.querySelector(`a[href="/subscribe?plan=${plan}"]`)).toBeTruthy()
    expect(openButton()).toBeNull()
    expect(seen.filter(({ path }) => path.startsWith('/functions'))).toEqual([])
  })

  test.each([
    [{ isSubscribed: true }, 'Active Subscription', /subscription includes live chat/],
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
    [
      { isSubscribed: true, withoutRenewal: true, subscriptionEnd: '2026-12-20T10:00:00Z' },
      'Access Without Renewal',
      /live chat until 20 December 2026/,
    ],
    [{ isAdmin: true }, 'Admin Access', /administrator/],
    [
      { hasOneTimeAccess: true, pass: { state: 'waiting', endsAt: null, useBy: '2026-12-20T10:00:00Z' } },
      'Profile Access Active',
      /30-minute live chat timer available.*by 10:00 on 20 December 2026/,
    ],
    [
      {
        hasOneTimeAccess: true,
        pass: { state: 'waiting', endsAt: null, useBy: '2026-12-20T10:00:00Z', minutes: 60 },
      },
      'Profile Access Active',
      /60-minute live chat timer available/,
    ],
  ])('lets in a user with %j', async (facts, title, text) => {
    at(inHours)
    fakeServer(access(facts))
    signIn()
    show()
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(openButton()).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Buy one-time access' })).toBeNull()
  })

  test('offers a pass to a signed-in user without access', async () => {
    at(inHours)
    fakeServer(access({}))
    signIn()
    show()
    expect(await screen.findByText('No Active Access')).toBeTruthy()
    expect(buyButton()).toBeTruthy()
    expect(signInLink()).toBeNull()
  })

  test('asks a past-due customer to pay the open invoice', async () => {
    at(inHours)
    const openBalance = { amountMinor: 4200, currency: 'gbp', url: null, nextAttemptAt: null }
    fakeServer({
      ...access({ paymentDue: true }),
      '/functions/get-billing': { body: { openBalance, subscription: { hasEnded: true } } },
    })
    signIn()
    show()
    expect(await screen.findByText(/You owe £42\.00/)).toBeTruthy()
    expect(screen.getByText(/access for one more period/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pay the open invoice' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Buy one-time access' })).toBeNull()
  })

  test('explains a disputed payment and sells nothing', async () => {
    at(inHours)
    fakeServer(access({ disputed: true }))
    signIn()
    show()
    expect(await screen.findByText('One of your payments is disputed')).toBeTruthy()
    expect(screen.getByText(/live chat again as soon as the dispute is settled/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe(paths.profile)
    expect(screen.queryByRole('button', { name: /Buy one-time access/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Pay the open invoice' })).toBeNull()
    expect(screen.queryByText(/buy a one-time pass or subscribe/)).toBeNull()
  })

  test('shows both the open invoice, with its button, and the dispute of another payment', async () => {
    at(inHours)
    const openBalance = { amountMinor: 4200, currency: 'gbp', url: null, nextAttemptAt: null }
    fakeServer({
      ...access({ disputed: true, paymentDue: true }),
      '/functions/get-billing': { body: { openBalance, subscription: { hasEnded: false } } },
    })
    signIn()
    show()
    expect(await screen.findByText(/You owe £42\.00/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pay the open invoice' })).toBeTruthy()
    expect(screen.getByText('One of your payments is disputed')).toBeTruthy()
    expect(screen.getByText(/a different payment, not your open invoice/)).toBeTruthy()
    expect(screen.getByText(/live chat again as soon as your open invoice is paid/)).toBeTruthy()
    expect(screen.queryByText(/can’t use what it paid for until your bank has decided/)).toBeNull()
    expect(screen.queryByRole('button', { name: /Buy one-time access/ })).toBeNull()
  })

  test('detects a pass bought in another tab when the visitor returns', async () => {
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

  test('lets in a guest pass holder, signed in or not', async () => {
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

  test('removes a guest key that is no longer active', async () => {
    at(inHours)
    localStorage.setItem('guest_key', 'key-1')
    localStorage.setItem('session_expiry', '2026-11-20T11:20:00Z')
    fakeServer({ '/functions/check-guest-access': { body: { active: false } } })
    show()
    await waitFor(() => expect(localStorage.getItem('guest_key')).toBeNull())
    expect(localStorage.getItem('session_expiry')).toBeNull()
    expect(buyButton()).toBeTruthy()
  })

  test('keeps a guest key whose check failed, and checks it again without a toast', async () => {
    at(inHours)
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({ '/functions/check-guest-access': ['unreachable', { body: { active: true } }] })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('Guest Access')).toBeTruthy()
    expect(localStorage.getItem('guest_key')).toBe('key-1')
    expect(toastText()).toBe('')
  })

  test('shows a session with a stored end in the future, and removes a past one', () => {
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

  test('removes a stored session end if the server reports no pass', async () => {
    at(inHours)
    localStorage.setItem('session_expiry', '2026-11-20T11:20:00Z')
    fakeServer(access({}))
    signIn()
    show()
    expect(await screen.findByText('No Active Access')).toBeTruthy()
    expect(screen.queryByText('Session Active')).toBeNull()
    expect(localStorage.getItem('session_expiry')).toBeNull()
  })

  test('offers members a ticket if no chat is configured', async () => {
    at(inHours)
    fakeServer(access({ isSubscribed: true }))
    signIn()
    show('/livechat?open=chat')
    expect(await screen.findByText('Live chat is not configured yet.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Submit ticket' })).toBeTruthy()
  })
})

describe('/livechat purchases', () => {
  test('opens the payment page once for two clicks, and stores no key before payment', async () => {
    at(inHours)
    const assign = vi.fn<(url: string) => void>()
    // A page of an earlier test may still reload itself, a moment after its toast.
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { ...window.location, assign, reload })
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

  test('sells no pass outside business hours, by the clock or by the server', async () => {
    at(outOfHours)
    const apiError = {
      status: 409,
      body: { error: { code: 'outside_business_hours', message: 'another message' } },
    }
    const seen = fakeServer({ '/functions/create-guest-pass': apiError })
    show()
    expect(await screen.findByText('Offline')).toBeTruthy()
    const text =
      'Outside Business Hours / One-time chat access is only available during business hours. Subscriptions are available 24/7.'
    await userEvent.click(buyButton())
    expect(toastText()).toBe(text)
    expect(seen.filter(({ path }) => path.startsWith('/functions'))).toEqual([])
    forgetToast()
    at(inHours)
    await userEvent.click(buyButton())
    await waitFor(() => expect(toastText()).toBe(text))
  })

  const generalText = 'Please try again in a moment.'
  test.each([
    ['internal', 'Something went wrong.', generalText],
    ['payment_provider_error', 'The provider is down.', generalText],
    ['payment_in_progress', 'A payment is already under way.', 'A payment is already under way.'],
    ['already_subscribed', 'You already have a subscription.', 'You already have a subscription.'],
    ['payment_due', 'You have an unpaid invoice.', 'You have an unpaid invoice.'],
    ['payment_disputed', 'One of your payments is disputed.', 'One of your payments is disputed.'],
  ])('explains why the payment page could not be opened: %s', async (code, message, text) => {
    at(inHours)
    fakeServer({ '/functions/create-guest-pass': { status: 500, body: { error: { code, message } } } })
    show()
    await userEvent.click(buyButton())
    await waitFor(() => expect(toastText()).toBe(`Unable to start checkout / ${text}`))
    expect(buyButton().getAttribute('aria-disabled')).toBeNull()
  })
})
