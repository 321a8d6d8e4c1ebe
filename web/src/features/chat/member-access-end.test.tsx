// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { requestPassCheck } from '#web/lib/running-pass.ts'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { toastText } from '#web/ui/testing/shown-toast.ts'
import type { ChatAccess } from './chat-access.ts'
import { openChat, startCheckMs } from './chat-session.ts'
import { memberCheckMs } from './member-access.ts'
import LiveChatPage from './pages/live-chat-page.tsx'
import { fakeWidget } from './testing/fake-widget.ts'
import { session } from './session-state.ts'
import { inBrowserWithoutChat, inMinutes, visitor } from './testing/in-browser-without-chat.ts'

vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatProvider: () => 'chatwoot' }))

inBrowserWithoutChat()

const member: ChatAccess = {
  kind: 'member',
  as: 'subscriber',
  cancelling: false,
  withoutRenewal: false,
  endsAt: null,
}
const access = { isSubscribed: true, hasOneTimeAccess: false, isAdmin: false, pass: null }
const pastDue = { ...access, isSubscribed: false, paymentDue: true, disputed: false }
const noAccess = { ...access, isSubscribed: false }
const waiting = { state: 'waiting', endsAt: null, useBy: null, minutes: 30 }
const withPass = { ...noAccess, hasOneTimeAccess: true, pass: waiting }

const unusedPass = { active: true, ends_at: null, use_by: null, adviser_replied_at: null, minutes: 30 }
const passRemains = 'Your live chat pass still does: open the chat again to use it.'

/**
 * Opens the chat as a member on another page than `/livechat`, then changes the access. Returns the widget and the calls.
 */
const openElsewhere = async (...later: object[]) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T11:00:00Z') })
  signedInAs({ sub: crypto.randomUUID(), lifeSeconds: 7200 })
  const seen = fakeServer({
    '/functions/sign-chat-visitor': { body: visitor },
    '/functions/get-access': later.map((body) => ({ body })),
    '/functions/one-time-session-event': { body: {} },
    '/functions/check-guest-access': { body: unusedPass },
  })
  const fake = fakeWidget()
  await openChat(member, async () => fake.widget)
  fake.fire('opened')
  fake.fire('started')
  const checks = () => seen.filter(({ path }) => path === '/functions/get-access')
  return { ...fake, seen, checks }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the chat of a member on another page', () => {
  test('ends with the access, found at a later message', async () => {
    const { widget, fire, checks } = await openElsewhere(noAccess)
    fire('adviserReplied')
    await pass(1000)
    expect(checks()).toHaveLength(0)
    await pass(memberCheckMs)
    fire('adviserReplied')
    fire('started')
    await vi.waitFor(() => expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
    expect(checks()).toHaveLength(1)
    expect(toastText()).toContain('You no longer have access to live chat.')
  })

  test('ends with the access, found when the member returns to the tab', async () => {
    const { widget } = await openElsewhere(noAccess)
    await pass(60_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
  })

  test('ends after a withdrawal from the subscription', async () => {
    const { widget } = await openElsewhere(noAccess)
    requestPassCheck()
    await vi.waitFor(() => expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
  })

  test('ends with the access beside a guest pass, of which the page reminds the member', async () => {
    const { widget, fire } = await openElsewhere(noAccess)
    localStorage.setItem(storageKeys.guestKey, 'key-1')
    await pass(memberCheckMs)
    fire('adviserReplied')
    fire('started')
    await vi.waitFor(() => expect(widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
    expect(toastText()).toContain(passRemains)
  })

  test('continues with the access', async () => {
    const { widget, checks } = await openElsewhere(access)
    await pass(60_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(checks()).toHaveLength(1))
    await afterCalls()
    expect(widget.setLocked).not.toHaveBeenCalled()
    expect(session.get().isOver).toBe(false)
  })

  test('continues with a pass of the account, whose clock it follows', async () => {
    const endsAt = inMinutes(30)
    const { widget, fire, checks, seen } = await openElsewhere(withPass, withPass, {
      ...withPass,
      pass: { ...waiting, state: 'running', endsAt },
    })
    fire('adviserReplied')
    await pass(memberCheckMs)
    fire('started')
    await vi.waitFor(() => expect(checks()).toHaveLength(1))
    await pass(startCheckMs)
    // The server learns that the holder is present.
    expect(checks().at(-1)?.body).toEqual({ in_chat: true })
    expect(session.get().hasAdviserReply).toBe(false)
    fire('adviserReplied')
    await vi.waitFor(() => expect(seen.at(-2)).toMatchObject({ body: { event: 'started' } }))
    expect(widget.setLocked).not.toHaveBeenCalled()
  })
})

test('the chat of a member whose access ends can no longer be written in, but stays readable', async () => {
  const start = new Date('2026-11-20T11:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  signedInAs({ sub: 'member' })
  fakeServer({
    '/functions/sign-chat-visitor': { body: visitor },
    '/functions/get-access': [{ body: access }, { body: pastDue }],
  })
  showPage('/livechat', <LiveChatPage />)
  await screen.findByText('Active Subscription')
  const fake = fakeWidget()
  await act(() => openChat(member, async () => fake.widget))
  await act(async () => {
    fake.fire('opened')
    fake.fire('adviserReplied')
  })
  expect(screen.getByText('Session Active')).toBeTruthy()
  vi.setSystemTime(new Date(start.getTime() + 60_000))
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(fake.widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
  expect(fake.widget.clear).not.toHaveBeenCalled()
  expect(toastText()).toContain('You can use live chat again as soon as your open invoice is paid.')
  expect(screen.getByText('Your session is over')).toBeTruthy()
  expect(screen.getByText(/You can still read your conversation/).textContent).not.toContain('buy')
  expect(screen.queryByText("You're Connected!")).toBeNull()
  expect(screen.queryByText('Session Active')).toBeNull()
  expect(screen.getByRole('button', { name: 'Email me this conversation' })).toBeTruthy()
})

test('a guest pass does not continue the chat of a member whose access ends, but opens one of its own', async () => {
  const start = new Date('2026-11-20T11:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  signedInAs({ sub: crypto.randomUUID() })
  localStorage.setItem(storageKeys.guestKey, 'key-1')
  const seen = fakeServer({
    '/functions/sign-chat-visitor': { body: visitor },
    '/functions/get-access': [{ body: access }, { body: noAccess }],
    '/functions/check-guest-access': { body: unusedPass },
  })
  showPage('/livechat', <LiveChatPage />)
  await screen.findByText('Active Subscription')
  const fake = fakeWidget()
  await act(() => openChat(member, async () => fake.widget))
  await act(async () => fake.fire('opened'))
  vi.setSystemTime(new Date(start.getTime() + 60_000))
  document.dispatchEvent(new Event('visibilitychange'))
  // Replies in the chat of the account would not start the clock of the guest pass.
  await waitFor(() => expect(fake.widget.setLocked).toHaveBeenCalledExactlyOnceWith(true))
  expect(toastText()).toContain(passRemains)
  const guest: ChatAccess = {
    kind: 'pass',
    guestKey: 'key-1',
    endsAt: null,
    useBy: null,
    repliedAt: null,
    minutes: 30,
  }
  await act(() => openChat(guest, async () => fake.widget))
  expect(seen.findLast(({ path }) => path === '/functions/sign-chat-visitor')?.body).toEqual({
    guest_key: 'key-1',
  })
  expect(fake.widget.setLocked).toHaveBeenLastCalledWith(false)
  expect(session.get()).toMatchObject({ phase: 'ready', isOver: false })
})
