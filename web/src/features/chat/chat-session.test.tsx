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

const member: ChatAccess = {
  kind: 'member',
  as: 'subscriber',
  cancelling: false,
  withoutRenewal: false,
  endsAt: null,
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

/** Shows the page of a guest and opens the chat, while the time stands still. */
const openInFrozenTime = async () => {
  showAsGuest()
  await act(() => vi.advanceTimersByTimeAsync(0))
  const fake = fakeWidget()
  await act(async () => {
    const opening = openChat(guest, async () => fake.widget)
    await vi.advanceTimersByTimeAsync(1000)
    await opening
  })
  return fake
}

const fire = (fake: ReturnType<typeof fakeWidget>, event: Parameters<typeof fake.fire>[0]) =>
  act(async () => fake.fire(event))

describe('chat session', () => {
  test('identifies the visitor, loads the widget and opens its window, in that order', async () => {
    const seen = fakeServer(signed)
    const { widget } = await open(guest)
    expect(seen[0]).toMatchObject({ path: '/functions/sign-chat-visitor', body: { guest_key: 'key-1' } })
    expect(widget.identify).toHaveBeenCalledExactlyOnceWith(visitor, undefined)
    expect(widget.load).toHaveBeenCalledAfter(widget.identify)
    expect(widget.open).toHaveBeenCalledAfter(widget.load)
  })

  test('waits one second before opening on the mobile layout', async () => {
    freezeTime('2026-11-20T11:00:00Z')
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

  test('shows the session as active at its start, and starts its clock at the first adviser reply', async () => {
    const seen = fakeServer({
      ...signed,
      ...eventAccepted,
      '/functions/check-guest-access': [waiting, running],
    })
    showAsGuest()
    await screen.findByText('Guest Access')
    const fake = await open(guest)
    await fire(fake, 'opened')
    expect(screen.getByText("You're Connected!")).toBeTruthy()
    expect(screen.queryByText('Waiting for Adviser')).toBeNull()
    await fire(fake, 'started')
    expect(screen.getByText('Waiting for Adviser')).toBeTruthy()
    expect(screen.getByText('Session Active')).toBeTruthy()
    expect(screen.queryByRole('timer')).toBeNull()
    expect(seen.map(({ path }) => path)).not.toContain('/functions/guest-session-event')

    await fire(fake, 'adviserReplied')
    expect(await screen.findByText('Your time with an adviser has started.')).toBeTruthy()
    expect(screen.queryByText('Waiting for Adviser')).toBeNull()
    expect(screen.getByText("You're Connected!")).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toBe('30:00')
    expect(localStorage.getItem('session_expiry')).toBe('2026-11-20T11:30:00Z')

    await fire(fake, 'adviserReplied')
    const reports = seen.filter(({ path }) => path === '/functions/guest-session-event')
    expect(reports.map(({ body }) => body)).toEqual([{ event: 'started', guest_key: 'key-1' }])
  })

  test('reports the end of the chat and keeps the remaining minutes', async () => {
    const seen = fakeServer({
      ...signed,
      ...eventAccepted,
      '/functions/check-guest-access': running,
    })
    showAsGuest()
    await screen.findByText('Session Active')
    const fake = await open(guest)
    await fire(fake, 'opened')
    await fire(fake, 'adviserReplied')
    await fire(fake, 'ended')
    expect(await screen.findByText('The conversation has ended')).toBeTruthy()
    expect(screen.queryByText('Your session is over')).toBeNull()
    expect(screen.getByRole('timer').textContent).toBe('30:00')
    await fire(fake, 'started')
    expect(screen.queryByText('The conversation has ended')).toBeNull()
    const reports = seen.filter(({ path }) => path === '/functions/guest-session-event')
    expect(reports.map(({ body }) => body)).toEqual([
      { event: 'started', guest_key: 'key-1' },
      { event: 'ended', guest_key: 'key-1' },
    ])
  })

  test('gives up the remaining minutes only after confirmation', async () => {
    const seen = fakeServer({
      ...signed,
      ...eventAccepted,
      '/functions/check-guest-access': [running, expired],
    })
    showAsGuest()
    await screen.findByText('Session Active')
    const fake = await open(guest)
    await userEvent.click(screen.getByRole('button', { name: 'Give up remaining time' }))
    expect(screen.getByText(/If you bought it in the last 14 days, you can/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'withdraw and get a refund' }).getAttribute('href')).toBe(
      '/withdraw',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Keep my time' }))
    expect(seen.filter(({ path }) => path.includes('event'))).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Give up remaining time' }))
    await userEvent.click(screen.getByRole('button', { name: 'Give it up' }))
    expect(await screen.findByText('Your session is over')).toBeTruthy()
    expect(seen.find(({ path }) => path.includes('event'))?.body).toEqual({
      event: 'ended',
      give_up: true,
      guest_key: 'key-1',
    })
    expect(fake.widget.setLocked).toHaveBeenCalledExactlyOnceWith(true)
    expect(screen.queryByText("You're Connected!")).toBeNull()
  })

  test('reports a reply in a hidden tab only when the visitor is back', async () => {
    const seen = fakeServer({
      ...signed,
      ...eventAccepted,
      '/functions/check-guest-access': [waiting, running],
    })
    showAsGuest()
    await screen.findByText('Guest Access')
    const fake = await open(guest)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await fire(fake, 'adviserReplied')
    expect(seen.filter(({ path }) => path.includes('event'))).toEqual([])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(seen.filter(({ path }) => path.includes('event'))).toHaveLength(1))
    expect(await screen.findByRole('timer')).toBeTruthy()
  })

  test('reports a reply once after a long time in a hidden tab', async () => {
    freezeTime('2026-11-20T11:00:00Z')
    const seen = fakeServer({
      ...signed,
      ...eventAccepted,
      '/functions/check-guest-access': [waiting, waiting, running],
    })
    const fake = await openInFrozenTime()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await fire(fake, 'adviserReplied')
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(seen.filter(({ path }) => path.includes('event'))).toHaveLength(1)
  })

  test('reports the start when the visitor opens the window after a missed reply', async () => {
    const replied = { body: { active: true, adviser_replied_at: '2026-11-20T10:00:30Z' } }
    const seen = fakeServer({
      ...signed,
      ...eventAccepted,
      '/functions/check-guest-access': [replied, running],
    })
    showAsGuest()
    expect(await screen.findByText('An adviser has replied to you')).toBeTruthy()
    expect(seen.filter(({ path }) => path.includes('event'))).toEqual([])
    const fake = await open(guest)
    await fire(fake, 'opened')
    await waitFor(() => expect(seen.filter(({ path }) => path.includes('event'))).toHaveLength(1))
    expect(await screen.findByRole('timer')).toBeTruthy()
  })

  test('reports the start again when the report failed, without contradictory banners', async () => {
    freezeTime('2026-11-20T11:00:00Z')
    fakeServer({
      ...signed,
      '/functions/guest-session-event': ['unreachable', { body: {} }],
      '/functions/check-guest-access': [waiting, waiting, running],
    })
    const fake = await openInFrozenTime()
    await fire(fake, 'adviserReplied')
    expect(screen.getByText(/your timer is starting/)).toBeTruthy()
    expect(screen.queryByText(/timer available/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(screen.getByRole('timer')).toBeTruthy()
  })

  test('ignores reports that fail', async () => {
    fakeServer({
      ...signed,
      '/functions/guest-session-event': 'unreachable',
      '/functions/check-guest-access': [waiting, 'unreachable'],
    })
    showAsGuest()
    await screen.findByText('Guest Access')
    const fake = await open(guest)
    await fire(fake, 'opened')
    await fire(fake, 'adviserReplied')
    await fire(fake, 'ended')
    expect(toastText()).toBe('')
    expect(screen.getByText('Guest Access')).toBeTruthy()
  })

  test('announces a reply that arrives while the window is closed', async () => {
    fakeServer(signed)
    const fake = await open(member)
    await fire(fake, 'opened')
    await fire(fake, 'adviserReplied')
    expect(toastText()).toBe('')
    await fire(fake, 'closed')
    await fire(fake, 'adviserReplied')
    expect(toastText()).toContain('An adviser has replied')
  })

  test('reports no events for members, who have no timer', async () => {
    const seen = fakeServer(signed)
    const fake = await open(member)
    await fire(fake, 'adviserReplied')
    await fire(fake, 'ended')
    expect(seen.filter(({ path }) => path.includes('event'))).toEqual([])
  })
})
