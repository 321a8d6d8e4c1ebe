// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
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
const badge = () => screen.getByText(/^O(?:n|ff)line$/).parentElement?.textContent

describe('/livechat opening hours and tickets', () => {
  test('updates the badge when the chat opens', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ now: new Date('2026-11-23T09:59:30Z') })
    fakeServer({})
    show()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(badge()).toBe('Offline opens today at 10:00 (London time)')
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(badge()).toBe('Online closes at 16:00 (London time)')
  })

  test('accepts a ticket from a member outside chat hours and shows the day of the answer', async () => {
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
    expect(await screen.findByText('We’ve received your ticket')).toBeTruthy()
    expect(screen.getByText('Monday 23 November 2026')).toBeTruthy()
    expect(seen.at(-1)?.body).toEqual({
      topic: 'Gas safety',
      country: 'wales',
      message: 'What are my duties here?',
    })
  })

  test('keeps an unsent ticket when the chat opens and after leaving the page', async () => {
    at('2026-11-23T09:59:30Z')
    fakeServer(access({ isSubscribed: true }))
    signIn()
    const { unmount } = show()
    const field = await screen.findByLabelText('Message')
    fireEvent.input(field, { target: { value: 'My tenant has left the boiler' } })
    vi.setSystemTime(new Date('2026-11-23T10:00:00Z'))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(badge()).toMatch(/^Online/)
    expect(screen.getByLabelText('Message')).toBe(field)
    unmount()
    show()
    expect(await screen.findByLabelText('Message')).toHaveProperty('value', 'My tenant has left the boiler')
  })

  test('says that an unsent ticket is kept when the session has ended elsewhere', async () => {
    at(outOfHours)
    fakeServer(access({ isSubscribed: true }))
    signIn()
    show()
    const field = await screen.findByLabelText('Message')
    fireEvent.input(field, { target: { value: 'My tenant has left the boiler' } })
    expect(screen.queryByText('You’ve been signed out')).toBeNull()
    act(() => void dropSession())
    expect(await screen.findByText('You’ve been signed out')).toBeTruthy()
    expect(screen.queryByText(/boiler/)).toBeNull()
    // Both the message and the offer below it have a link.
    const links = screen.getAllByRole('link', { name: 'Sign in' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([paths.login, paths.login])
  })

  test('tells a guest by when to use the pass, and afterwards that it has expired', async () => {
    at(inHours)
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({
      '/functions/check-guest-access': [
        { body: { active: true, use_by: '2026-12-20T10:00:00Z' } },
        { body: { active: false, expired_at: '2026-12-20T10:00:00Z' } },
      ],
    })
    const { unmount } = show()
    expect(await screen.findByText(/Use your pass by 10:00 on 20 December 2026/)).toBeTruthy()
    unmount()
    show()
    expect(await screen.findByText('Your pass has expired')).toBeTruthy()
    expect(screen.getByText(/it expired on 20 December 2026/)).toBeTruthy()
    expect(localStorage.getItem('guest_key')).toBeNull()
  })

  const expiredPass = async () => {
    at('2026-12-21T10:00:00Z')
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({
      '/functions/check-guest-access': { body: { active: false, expired_at: '2026-12-20T10:00:00Z' } },
    })
    show()
    expect(await screen.findByText('Your pass has expired')).toBeTruthy()
    cleanup()
    sessionStorage.clear() // as in another tab, or after the browser was closed
  }
  const notice = () => screen.queryByText('Your pass has expired')

  test('repeats that a pass has expired until the visitor dismisses it', async () => {
    await expiredPass()
    showPage(
      '/livechat',
      <main>
        <LiveChatPage />
      </main>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(notice()).toBeNull()
    const heading = screen.getByRole('heading', { level: 1 })
    await vi.waitFor(() => expect(document.activeElement).toBe(heading))
    cleanup()
    show()
    expect(notice()).toBeNull()
  })

  test('repeats that a pass has expired for 30 days', async () => {
    await expiredPass()
    at('2027-01-20T09:00:00Z')
    show()
    expect(notice()).toBeTruthy()
    cleanup()
    at('2027-01-20T10:00:01Z')
    show()
    expect(notice()).toBeNull()
  })

  test('no longer says that a pass has expired when the account has another one', async () => {
    await expiredPass()
    const pass = { state: 'waiting', endsAt: null, useBy: '2027-01-20T10:00:00Z' }
    fakeServer(access({ hasOneTimeAccess: true, pass }))
    signIn()
    show()
    expect(await screen.findByText('Profile Access Active')).toBeTruthy()
    expect(localStorage.getItem('expired_pass')).toBeNull()
  })

  test('says that a running session continues after closing time', async () => {
    at(outOfHours)
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({
      '/functions/check-guest-access': { body: { active: true, ends_at: '2026-11-21T15:20:00Z' } },
    })
    show()
    expect(await screen.findByText('Your conversation continues in the chat window.')).toBeTruthy()
    expect(screen.queryByText(/Our advisers are offline/)).toBeNull()
  })

  test.each([
    ['opens the chat window again after a reload while the time is running', 'yes', 1],
    ['opens no chat window after a reload if it was closed', null, 0],
  ])('%s', async (_title, wasOpen, times) => {
    at(inHours)
    if (wasOpen !== null) sessionStorage.setItem('open_chat', wasOpen)
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({
      '/functions/check-guest-access': { body: { active: true, ends_at: '2026-11-20T11:20:00Z' } },
    })
    show()
    expect(await screen.findByRole('timer')).toBeTruthy()
    // This test's stage has no chat, which the page says when it tries to open one.
    await act(async () => {})
    expect(screen.queryAllByText('Live chat is not configured yet.')).toHaveLength(times)
  })

  test('offers no ticket to a pass holder', async () => {
    at(outOfHours)
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({ '/functions/check-guest-access': { body: { active: true } } })
    show()
    expect(await screen.findByText('Guest Access')).toBeTruthy()
    expect(screen.queryByText('Submit a ticket')).toBeNull()
  })
})
