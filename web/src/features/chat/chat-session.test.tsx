// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../lib/testing/show-page.tsx'
import { forgetToast, toastText } from '../../ui/testing/shown-toast.ts'
import { endChat, openChat } from './chat-session.ts'
import { refreshGuestPass } from './guest-pass.ts'
import type { Holder } from './holder.ts'
import LiveChatPage from './pages/live-chat-page.tsx'
import { fakeWidget } from './testing/fake-widget.ts'
import { ChatUnavailable } from './widget/chat-widget.ts'

let isMobile = false

inFreshBrowser(forgetToast)
beforeEach(async () => {
  isMobile = false
  vi.stubGlobal('matchMedia', () => ({ matches: isMobile }))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  await endChat()
  await refreshGuestPass() // of a browser without a key
})

/** Timers included: time passes only when the test says so. */
const stopTheClock = (now: string) => {
  vi.useRealTimers()
  vi.useFakeTimers({ now: new Date(now) })
}

const guest: Holder = { kind: 'pass', guestKey: 'key-1', endsAt: null, useBy: null }
const member: Holder = { kind: 'member', as: 'subscriber', cancelling: false, endsAt: null }

const visitor = { id: 'v', name: 'Guest', email: 'v@guest.example', idSignature: '0', emailSignature: '0' }
const signed = { '/functions/sign-chat-visitor': { body: visitor } }
const waiting = { body: { active: true } }
const running = { body: { active: true, ends_at: '2026-11-20T11:30:00Z' } }
const over = { body: { active: false } }
const taken = { '/functions/guest-session-event': { body: {} } }

const showAsGuest = () => {
  localStorage.setItem('guest_key', 'key-1')
  showPage('/livechat', <LiveChatPage />)
}

const open = async (holder: Holder, fake = fakeWidget()) => {
  await act(() => openChat(holder, async () => fake.widget))
  return fake
}
const fire = (fake: ReturnType<typeof fakeWidget>, event: Parameters<typeof fake.fire>[0]) =>
  act(async () => fake.fire(event))

test('says who chats before the widget is brought, then opens its window', async () => {
  const seen = fakeServer(signed)
  const { widget } = await open(guest)
  expect(seen[0]).toMatchObject({ path: '/functions/sign-chat-visitor', body: { guest_key: 'key-1' } })
  expect(widget.identify).toHaveBeenCalledExactlyOnceWith(visitor)
  expect(widget.load).toHaveBeenCalledAfter(widget.identify)
  expect(widget.open).toHaveBeenCalledAfter(widget.load)
})

test('waits a second before it opens on the mobile layout', async () => {
  stopTheClock('2026-11-20T11:00:00Z')
  isMobile = true
  fakeServer(signed)
  const { widget } = fakeWidget()
  const opening = openChat(guest, async () => widget)
  await vi.advanceTimersByTimeAsync(999)
  expect(widget.load).toHaveBeenCalledOnce()
  expect(widget.open).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await opening
  expect(widget.open).toHaveBeenCalledOnce()
})

test("goes from waiting for an adviser to a running session at the adviser's first message", async () => {
  const seen = fakeServer({ ...signed, ...taken, '/functions/check-guest-access': [waiting, running] })
  showAsGuest()
  await screen.findByText('Guest Access')
  const fake = await open(guest)
  await fire(fake, 'opened')
  expect(screen.getByText("You're Connected!")).toBeTruthy()
  expect(screen.queryByText('Waiting for Adviser')).toBeNull()
  await fire(fake, 'started')
  expect(screen.getByText('Waiting for Adviser')).toBeTruthy()
  expect(screen.queryByText('Session Active')).toBeNull()
  expect(seen.map(({ path }) => path)).not.toContain('/functions/guest-session-event')

  await fire(fake, 'adviserReplied')
  expect(await screen.findByText('Session Active')).toBeTruthy()
  expect(screen.queryByText('Waiting for Adviser')).toBeNull()
  expect(screen.getByText("You're Connected!")).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toBe('30:00')
  expect(localStorage.getItem('session_expiry')).toBe('2026-11-20T11:30:00Z')

  await fire(fake, 'adviserReplied')
  const reports = seen.filter(({ path }) => path === '/functions/guest-session-event')
  expect(reports.map(({ body }) => body)).toEqual([{ event: 'started', guest_key: 'key-1' }])
})

test('reports the end of the chat, and offers a new pass', async () => {
  const seen = fakeServer({ ...signed, ...taken, '/functions/check-guest-access': [running, running, over] })
  showAsGuest()
  await screen.findByText('Session Active')
  const fake = await open(guest)
  await fire(fake, 'adviserReplied')
  await fire(fake, 'ended')
  expect(await screen.findByText('Your session is over')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Buy one-time access' })).toBeTruthy()
  const reports = seen.filter(({ path }) => path === '/functions/guest-session-event')
  expect(reports.map(({ body }) => body)).toEqual([
    { event: 'started', guest_key: 'key-1' },
    { event: 'ended', guest_key: 'key-1' },
  ])
  expect(localStorage.getItem('guest_key')).toBeNull()
})

test('says nothing of reports that fail', async () => {
  fakeServer({
    ...signed,
    '/functions/guest-session-event': 'unreachable',
    '/functions/check-guest-access': [waiting, 'unreachable'],
  })
  showAsGuest()
  await screen.findByText('Guest Access')
  const fake = await open(guest)
  await fire(fake, 'adviserReplied')
  await fire(fake, 'ended')
  expect(toastText()).toBe('')
  expect(screen.getByText('Guest Access')).toBeTruthy()
})

test('reports nothing of members, whose chat has no time', async () => {
  const seen = fakeServer(signed)
  const fake = await open(member)
  await fire(fake, 'adviserReplied')
  await fire(fake, 'ended')
  expect(seen.filter(({ path }) => path.includes('event'))).toEqual([])
})

test('warns five minutes before the end, and ends the chat when the time is up', async () => {
  stopTheClock('2026-11-20T11:24:59Z')
  fakeServer({ ...signed, '/functions/check-guest-access': [running, over] })
  showAsGuest()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole('timer').textContent).toBe('05:01')
  expect(screen.queryByText('Less than five minutes left')).toBeNull()
  const { widget } = fakeWidget()
  await act(async () => {
    const opening = openChat({ ...guest, endsAt: '2026-11-20T11:30:00Z' }, async () => widget)
    await vi.advanceTimersByTimeAsync(1000)
    await opening
  })
  expect(screen.getByText('Less than five minutes left').closest('[role=alert]')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Add 30 minutes for £50/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(241_000))
  expect(screen.getByText('Less than a minute left')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(62_000))
  expect(widget.clear).toHaveBeenCalledOnce()
  expect(toastText()).toContain('Your session is over')
  expect(screen.getByRole('button', { name: 'Buy one-time access' })).toBeTruthy()
})

test('ends the chat in this tab when the pass has ended in another, and forgets its time', async () => {
  fakeServer({ ...signed, ...taken, '/functions/check-guest-access': running })
  showAsGuest()
  await screen.findByText('Session Active')
  const fake = await open(guest)
  await fire(fake, 'adviserReplied')
  // Another tab takes one thing away after the other, and each is heard of by itself.
  const takenAway = (key: string) =>
    act(async () => {
      localStorage.removeItem(key)
      window.dispatchEvent(new StorageEvent('storage', { key }))
    })
  await takenAway('guest_key')
  await takenAway('session_expiry')
  await waitFor(() => expect(fake.widget.clear).toHaveBeenCalledOnce())
  expect(toastText()).toContain('Your session is over')
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByText('Session Active')).toBeNull()
})

test('lets the last word be read when the chat was ended, until the visitor writes again', async () => {
  fakeServer({ ...signed, ...taken, '/functions/check-guest-access': [running, running, over] })
  showAsGuest()
  await screen.findByText('Session Active')
  const fake = await open(guest)
  await fire(fake, 'adviserReplied')
  await fire(fake, 'ended')
  await screen.findByRole('button', { name: 'Buy one-time access' })
  expect(fake.widget.clear).not.toHaveBeenCalled()
  await fire(fake, 'started')
  await waitFor(() => expect(fake.widget.clear).toHaveBeenCalledOnce())
})

test('goes on when time was added in another tab', async () => {
  stopTheClock('2026-11-20T11:29:59Z')
  const longer = { body: { active: true, ends_at: '2026-11-20T12:00:00Z' } }
  fakeServer({ ...signed, '/functions/check-guest-access': [running, longer] })
  showAsGuest()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByRole('timer').textContent).toMatch(/^29:5\d$/)
  expect(toastText()).toBe('')
})

test('sells more time in a tab of its own, on the pass that runs', async () => {
  const tab = { location: { replace: vi.fn<(url: string) => void>() } }
  vi.stubGlobal('open', () => tab)
  const seen = fakeServer({
    '/functions/check-guest-access': running,
    '/functions/create-guest-pass': { body: { url: 'https://pay.example/1', guest_key: 'key-1' } },
  })
  showAsGuest()
  await userEvent.click(await screen.findByRole('button', { name: /^Add 30 minutes for £50/ }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example/1'))
  expect(seen.at(-1)?.body).toEqual({ guest_key: 'key-1' })
})

test('learns from another tab that the time has started', async () => {
  fakeServer({ '/functions/check-guest-access': [waiting, running] })
  showAsGuest()
  await screen.findByText('Guest Access')
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'session_expiry' }))
  })
  expect(await screen.findByText('Session Active')).toBeTruthy()
})

test('says so when the chat is kept out, and brings it at the next try', async () => {
  fakeServer({ ...signed, '/functions/check-guest-access': waiting })
  showAsGuest()
  await screen.findByText('Guest Access')
  const load = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new ChatUnavailable('blocked'))
    .mockResolvedValueOnce()
  const fake = await open(guest, fakeWidget(load))
  expect(
    screen.getByText(/If nothing happens, your browser may be blocking third-party scripts\./),
  ).toBeTruthy()
  expect(fake.widget.open).not.toHaveBeenCalled()
  await open(guest, fake)
  expect(fake.widget.open).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('The chat could not be loaded')).toBeNull())
})

test('looks at the pass again when the server does not let its holder in', async () => {
  const refused = { status: 409, body: { error: { code: 'no_chat_access', message: 'No.' } } }
  fakeServer({ '/functions/sign-chat-visitor': refused, '/functions/check-guest-access': [waiting, over] })
  showAsGuest()
  await screen.findByText('Guest Access')
  await open(guest)
  expect(await screen.findByRole('button', { name: 'Buy one-time access' })).toBeTruthy()
})
