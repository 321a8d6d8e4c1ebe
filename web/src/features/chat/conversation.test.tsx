// @vitest-environment jsdom
import { act, renderHook, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { useFollowedPass } from '#web/lib/running-pass.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import type { ChatAccess } from './chat-access.ts'
import { endChat, openChat } from './chat-session.ts'
import { conversationEnd } from './conversation.ts'
import LiveChatPage from './pages/live-chat-page.tsx'
import { session } from './session-state.ts'
import { fakeWidget } from './testing/fake-widget.ts'
import { guestPass as guest } from './testing/waiting-pass.ts'
import { inBrowserWithoutChat, visitor } from './testing/in-browser-without-chat.ts'

vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatProvider: () => 'chatwoot' }))

inBrowserWithoutChat()

/** Fakes the timers too, so that time passes only when the test advances it. */
const at = (time: string) => vi.useFakeTimers({ now: new Date(time) })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const signed = { '/functions/sign-chat-visitor': { body: visitor } }
const member: ChatAccess = {
  kind: 'member',
  as: 'subscriber',
  cancelling: false,
  withoutRenewal: false,
  endsAt: null,
}
const waiting = { body: { active: true } }
const path = '/functions/check-guest-access'

let signIns = 0
const asMember = () => {
  signIns += 1
  signedInAs({ sub: `member-in-chat-${signIns}` })
  return fakeServer({
    ...signed,
    '/functions/get-access': {
      body: { isSubscribed: true, hasOneTimeAccess: false, isAdmin: false, pass: null },
    },
  })
}

const show = async () => {
  const page = showPage('/livechat', <LiveChatPage />)
  await pass(0)
  return page
}
const open = async (access: ChatAccess) => {
  const fake = fakeWidget()
  await act(async () => {
    const opening = openChat(access, async () => fake.widget)
    await vi.advanceTimersByTimeAsync(1000)
    await opening
  })
  return fake
}
/** Reloads the page: only what the browser has stored remains. */
const reload = async (page: { unmount: () => void }) => {
  const kept = { ...sessionStorage }
  page.unmount()
  await endChat()
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, String(value))
  return show()
}

test.each([
  ['a message half an hour before closing time', '2026-11-20T15:30:00Z', '2026-11-20T16:00:00Z'],
  ['a message in the morning', '2026-11-20T10:30:00Z', '2026-11-20T16:00:00Z'],
  ['a message just before closing time', '2026-11-20T15:50:00Z', '2026-11-20T16:20:00Z'],
  ['a message in the evening', '2026-11-20T20:00:00Z', '2026-11-20T20:30:00Z'],
  ['a message just before opening time', '2026-11-20T09:50:00Z', '2026-11-20T16:00:00Z'],
])('%s keeps the conversation going until the chat is closed and quiet', (_title, last, end) => {
  expect(conversationEnd(new Date(last)).toISOString()).toBe(new Date(end).toISOString())
})

describe('a conversation whose end the provider does not report', () => {
  test('goes on after closing time, and offers a ticket when nobody has written for half an hour', async () => {
    at('2026-11-20T15:50:00Z')
    asMember()
    await show()
    const fake = await open(member)
    act(() => fake.fire('started'))
    await pass(15 * 60_000)
    expect(screen.getByText('Your conversation continues in the chat window.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Submit ticket' })).toBeNull()
    act(() => fake.fire('adviserReplied'))
    await pass(29 * 60_000)
    expect(screen.getByText('Your conversation continues in the chat window.')).toBeTruthy()
    await pass(2 * 60_000)
    expect(screen.getByText(/Our advisers are offline/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Email me this conversation' })).toBeTruthy()
    vi.useRealTimers()
    expect(await screen.findByRole('button', { name: 'Submit ticket' })).toBeTruthy()
  })

  test('goes on after a reload outside opening hours, for a member', async () => {
    at('2026-11-20T15:50:00Z')
    asMember()
    const page = await show()
    const fake = await open(member)
    act(() => fake.fire('started'))
    await pass(15 * 60_000)
    await reload(page)
    expect(screen.getByText('Your conversation continues in the chat window.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Email me this conversation' })).toBeTruthy()
  })

  test('goes on after a reload outside opening hours, for the holder of a waiting pass', async () => {
    at('2026-11-20T15:50:00Z')
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({ ...signed, [path]: waiting })
    const page = await show()
    const fake = await open(guest)
    act(() => {
      fake.fire('opened')
      fake.fire('started')
    })
    await pass(15 * 60_000)
    await reload(page)
    expect(screen.getByText('Waiting for Adviser')).toBeTruthy()
    expect(screen.queryByText(/Our advisers are offline/)).toBeNull()
    // The window was open. This test's stage has no chat, which the page says when it tries to open one.
    await pass(1000)
    expect(screen.getByText('Live chat is not configured yet.')).toBeTruthy()
  })

  test('opens after a reload in a hidden tab only when the visitor is back, because that can start the timer', async () => {
    at('2026-11-20T11:00:00Z')
    localStorage.setItem('guest_key', 'key-1')
    const seen = fakeServer({ ...signed, [path]: waiting })
    const page = await show()
    const fake = await open(guest)
    act(() => {
      fake.fire('opened')
      fake.fire('started')
    })
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const openings = () => seen.filter((call) => call.path.endsWith('sign-chat-visitor')).length
    await reload(page)
    await pass(60_000)
    expect(session.get()).toMatchObject({ phase: 'idle', inConversation: true })
    expect(openings()).toBe(1)
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(1000)
    // This test's stage has no chat, which the page says when it tries to open one.
    expect(screen.getByText('Live chat is not configured yet.')).toBeTruthy()
  })

  test('can be emailed after a reload when the pass is over, but is not in progress', async () => {
    at('2026-11-20T11:00:00Z')
    localStorage.setItem('guest_key', 'key-1')
    fakeServer({ ...signed, [path]: [waiting, { body: { active: false } }] })
    const page = await show()
    const fake = await open(guest)
    act(() => fake.fire('started'))
    await reload(page)
    expect(screen.getByRole('button', { name: 'Buy one-time access' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Email me this conversation' })).toBeTruthy()
    expect(screen.queryByText('Session Active')).toBeNull()
  })

  test("is not shown to another user of the browser, or if the stored value isn't a conversation", async () => {
    at('2026-11-20T11:00:00Z')
    for (const value of [
      JSON.stringify({ userId: 'someone-else', lastMessageAt: '2026-11-20T10:59:00Z', hasEnded: false }),
      '{',
      '{"lastMessageAt":1}',
    ]) {
      sessionStorage.setItem('chat_conversation', value)
      asMember()
      const page = await show()
      expect(screen.getByText('Active Subscription')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Email me this conversation' })).toBeNull()
      expect(session.get().inConversation).toBe(false)
      page.unmount()
    }
  })
})

describe('presence in the chat', () => {
  const presences = (seen: ReturnType<typeof fakeServer>) =>
    seen.filter(({ body }) => Object(body).in_chat === true).length

  test('is reported only while the chat is loaded and the tab is visible, even on other pages', async () => {
    at('2026-11-20T11:00:00Z')
    localStorage.setItem('guest_key', 'key-1')
    const seen = fakeServer({ ...signed, [path]: waiting })
    const page = await show()
    await pass(60_000)
    expect(presences(seen)).toBe(0)
    await open(guest)
    await pass(30_000)
    expect(presences(seen)).toBe(1)
    page.unmount() // to another page, where the chat continues
    await pass(30_000)
    expect(presences(seen)).toBe(2)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await pass(60_000)
    expect(presences(seen)).toBe(2)
  })

  test('ends with the chat, and a start that the check finds shows its clock on other pages', async () => {
    at('2026-11-20T11:00:00Z')
    localStorage.setItem('guest_key', 'key-1')
    const running = { body: { active: true, ends_at: '2026-11-20T11:30:00Z' } }
    const seen = fakeServer({ ...signed, [path]: [waiting, running] })
    const page = await show()
    await open(guest)
    page.unmount()
    const { result } = renderHook(useFollowedPass)
    await pass(30_000)
    expect(result.current?.endsAt).toBe('2026-11-20T11:30:00Z')
    const calls = seen.length
    // A running pass is checked every two minutes.
    await pass(115_000)
    expect(seen).toHaveLength(calls)
  })
})
