// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import type { ChatAccess } from './chat-access.ts'
import { endChat, openChat } from './chat-session.ts'
import { refreshGuestPass } from './guest-pass.ts'
import LiveChatPage from './pages/live-chat-page.tsx'
import { fakeWidget } from './testing/fake-widget.ts'
import { guestPass as guest } from './testing/waiting-pass.ts'
import { ChatUnavailable } from './widget/chat-widget.ts'
import { visitor } from './testing/in-browser-without-chat.ts'

let isMobile = false

inFreshBrowser(forgetToast)
beforeEach(async () => {
  isMobile = false
  vi.stubGlobal('matchMedia', () => ({ matches: isMobile }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  await endChat()
  await refreshGuestPass() // resets the state: this browser has no key
})

/** Fakes the timers too, so that time passes only when the test advances it. */
const freezeTime = (now: string) => {
  vi.useRealTimers()
  vi.useFakeTimers({ now: new Date(now) })
}

const signed = { '/functions/sign-chat-visitor': { body: visitor } }
const waiting = { body: { active: true } }
const running = { body: { active: true, ends_at: '2026-11-20T11:30:00Z' } }
const expired = { body: { active: false } }
const eventAccepted = { '/functions/guest-session-event': { body: {} } }

const showAsGuest = () => {
  localStorage.setItem('guest_key', 'key-1')
  showPage('/livechat', <LiveChatPage />)
}

const open = async (access: ChatAccess, fake = fakeWidget()) => {
  await act(() => openChat(access, async () => fake.widget))
  return fake
}
const fire = (fake: ReturnType<typeof fakeWidget>, event: Parameters<typeof fake.fire>[0]) =>
  act(async () => fake.fire(event))

/** Opens the chat of a pass that ends at 11:30. Needs a frozen clock. */
const openUntilHalfPast = async () => {
  showAsGuest()
  await act(() => vi.advanceTimersByTimeAsync(0))
  const { widget } = fakeWidget()
  await act(async () => {
    const opening = openChat({ ...guest, endsAt: '2026-11-20T11:30:00Z' }, async () => widget)
    await vi.advanceTimersByTimeAsync(1000)
    await opening
  })
  return widget
}

describe('chat session with a running pass', () => {
  test('warns five minutes before the end and ends the chat on time', async () => {
    freezeTime('2026-11-20T11:24:59Z')
    // The pass is checked on the page, after two and after four minutes, and at its end.
    const checks = [running, running, running, expired]
    fakeServer({ ...signed, '/functions/check-guest-access': checks })
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
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    expect(widget.clear).not.toHaveBeenCalled()
    expect(toastText()).toContain('Your session is over')
    expect(screen.getByText(/You can still read your conversation/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Buy one-time access' })).toBeTruthy()
  })

  test('ends the chat soon after a device wakes that has slept through the end', async () => {
    freezeTime('2026-11-20T11:00:00Z')
    fakeServer({ ...signed, '/functions/check-guest-access': [running, expired] })
    const widget = await openUntilHalfPast()
    // Timers stop while a device sleeps.
    vi.setSystemTime(new Date('2026-11-20T13:00:00Z'))
    await act(() => vi.advanceTimersByTimeAsync(62_000))
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    expect(screen.getByText(/You can still read your conversation/)).toBeTruthy()
  })

  test('ends the chat and clears the timer when the pass ends in another tab', async () => {
    fakeServer({ ...signed, ...eventAccepted, '/functions/check-guest-access': running })
    showAsGuest()
    await screen.findByText('Session Active')
    const fake = await open(guest)
    await fire(fake, 'adviserReplied')
    // Another tab removes one key after the other, and each removal is a separate event.
    const removeInOtherTab = (key: string) =>
      act(async () => {
        localStorage.removeItem(key)
        window.dispatchEvent(new StorageEvent('storage', { key }))
      })
    await removeInOtherTab('guest_key')
    await removeInOtherTab('session_expiry')
    await waitFor(() => expect(fake.widget.setLocked).toHaveBeenCalledOnce())
    expect(toastText()).toContain('Your session is over')
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.queryByText('Session Active')).toBeNull()
  })

  test('keeps an ended conversation readable when the pass is over, and ignores later messages', async () => {
    const seen = fakeServer({
      ...signed,
      ...eventAccepted,
      '/functions/check-guest-access': [running, running, expired],
    })
    showAsGuest()
    await screen.findByText('Session Active')
    const fake = await open(guest)
    await fire(fake, 'opened')
    await fire(fake, 'adviserReplied')
    await fire(fake, 'ended')
    await screen.findByText('Your session is over')
    expect(fake.widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    const reports = seen.filter(({ path }) => path.includes('event')).length
    await fire(fake, 'adviserReplied')
    await fire(fake, 'ended')
    expect(fake.widget.clear).not.toHaveBeenCalled()
    expect(screen.queryByText("You're Connected!")).toBeNull()
    expect(screen.queryByText('Session Active')).toBeNull()
    expect(seen.filter(({ path }) => path.includes('event'))).toHaveLength(reports)
  })

  test('removes a window in which it cannot stop the visitor from writing', async () => {
    fakeServer({ ...signed, ...eventAccepted, '/functions/check-guest-access': [running, expired] })
    showAsGuest()
    await screen.findByText('Session Active')
    const fake = fakeWidget()
    fake.widget.setLocked.mockResolvedValue(false)
    await open(guest, fake)
    await fire(fake, 'adviserReplied')
    await waitFor(() => expect(fake.widget.clear).toHaveBeenCalledOnce())
    expect(await screen.findByText('Your session is over')).toBeTruthy()
  })

  test('lets the visitor write again in the same window with a new pass', async () => {
    fakeServer({
      ...signed,
      ...eventAccepted,
      '/functions/check-guest-access': [
        running,
        expired,
        { body: { active: true, use_by: '2026-12-20T11:00:00Z' } },
      ],
    })
    showAsGuest()
    await screen.findByText('Session Active')
    const fake = await open(guest)
    await fire(fake, 'adviserReplied')
    await screen.findByText('Your session is over')
    localStorage.setItem('guest_key', 'key-1')
    await act(refreshGuestPass)
    // The new pass waits, and its chat has not been opened yet.
    expect(screen.getByText(/Use your pass by/)).toBeTruthy()
    expect(screen.queryByText('Your session is over')).toBeNull()
    await open(guest, fake)
    expect(fake.widget.setLocked).toHaveBeenLastCalledWith(false)
    expect(screen.queryByText('Your session is over')).toBeNull()
  })

  test('ends the chat within two minutes of a refund, but makes no checks in a hidden tab', async () => {
    freezeTime('2026-11-20T11:00:00Z')
    const refunded = { body: { active: false, reversal: 'refunded' } }
    const seen = fakeServer({ ...signed, '/functions/check-guest-access': [running, refunded] })
    const widget = await openUntilHalfPast()
    const calls = seen.length
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    expect(seen).toHaveLength(calls)
    visibility.mockRestore()
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    expect(toastText()).toContain('refunded')
  })

  test('continues when time is added in another tab', async () => {
    freezeTime('2026-11-20T11:29:59Z')
    const longer = { body: { active: true, ends_at: '2026-11-20T12:00:00Z' } }
    fakeServer({ ...signed, '/functions/check-guest-access': [running, longer] })
    showAsGuest()
    // What the page shows at one second sets the timer of the next.
    for (let second = 0; second < 5; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.getByRole('timer').textContent).toMatch(/^29:5\d$/)
    expect(toastText()).toBe('')
  })

  test('opens the payment page for more time in a new tab, for the same pass', async () => {
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

  test('shows the session as active when another tab reports its start', async () => {
    fakeServer({ '/functions/check-guest-access': [waiting, running] })
    showAsGuest()
    await screen.findByText('Guest Access')
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'session_expiry' }))
    })
    expect(await screen.findByText('Session Active')).toBeTruthy()
  })

  test('shows an error if the chat is blocked, and can try again', async () => {
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

  test('checks the pass again when the server denies access', async () => {
    const apiError = { status: 409, body: { error: { code: 'no_chat_access', message: 'No.' } } }
    fakeServer({
      '/functions/sign-chat-visitor': apiError,
      '/functions/check-guest-access': [waiting, expired],
    })
    showAsGuest()
    await screen.findByText('Guest Access')
    await open(guest)
    expect(await screen.findByRole('button', { name: 'Buy one-time access' })).toBeTruthy()
  })
})
