// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openingStatus } from '#shared/rules/opening-hours.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { endChat, openChat } from '../chat-session.ts'
import { idle, useChatSession } from '../session-state.ts'
import { fakeWidget } from '../testing/fake-widget.ts'
import { guestPass } from '../testing/waiting-pass.ts'
import { ChatUnavailable } from '../widget/chat-widget.ts'
import { ChatPanel } from './chat-panel.tsx'
import { visitor } from '../testing/in-browser-without-chat.ts'

inFreshBrowser()
beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await endChat()
})

const signPath = '/functions/sign-chat-visitor'
const signed = { [signPath]: { body: visitor } }
const blockedHint = /your browser may be blocking third-party scripts/

const Panel = () => (
  <ChatPanel
    session={useChatSession()}
    status={undefined}
    offersTicket={false}
    inConversation={false}
    onOpen={() => undefined}
  />
)

/** Shows the panel and opens the chat. */
const open = async (fake = fakeWidget()) => {
  showPage('/livechat', <Panel />)
  await act(() => openChat(guestPass, async () => fake.widget))
  return fake
}

describe('the card that opens the chat', () => {
  // Nothing notifies a member of a reply in the chat.
  test.each([
    ['a member', true, /come back here to read the answer, or submit a ticket to get it by email\.$/],
    ['a pass holder', false, /they’ll answer when they’re back\.$/],
  ])('tells %s how the answer to a question comes outside opening hours', (_who, offersTicket, text) => {
    const status = openingStatus(new Date('2026-11-20T20:00:00Z'))
    const props = { status, offersTicket, inConversation: false, onOpen: () => undefined }
    render(<ChatPanel session={idle} {...props} />)
    expect(screen.getByText(/Our advisers are offline/).textContent).toMatch(text)
  })

  test('hints at blocked scripts until the window has opened, and not after it was closed', async () => {
    fakeServer(signed)
    const fake = await open()
    expect(screen.getByText(blockedHint)).toBeTruthy()
    await act(async () => fake.fire('opened'))
    expect(screen.queryByText(blockedHint)).toBeNull()
    await act(async () => fake.fire('closed'))
    expect(screen.queryByText(blockedHint)).toBeNull()
  })

  test.each([
    ['our server', { [signPath]: 'unreachable' as const }, fakeWidget()],
    ['the provider', signed, fakeWidget(() => Promise.reject(new ChatUnavailable('blocked')))],
  ])('says that the visitor is offline when %s cannot be reached', async (_host, replies, fake) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fakeServer(replies)
    await open(fake)
    expect(screen.getByText(/^You’re offline\. Please check your connection and try again\./)).toBeTruthy()
    expect(screen.queryByText(blockedHint)).toBeNull()
  })

  test.each([
    ['is unreachable', 'unreachable' as const, /^We couldn’t reach our server\. Please try again\./],
    [
      'rejects the call',
      { status: 429, body: { error: { code: 'rate_limited', message: 'Please wait.' } } },
      /^Please wait\. You haven’t/,
    ],
  ])('gives the reason when our server %s', async (_case, reply, text) => {
    fakeServer({ [signPath]: reply })
    await open()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByText(blockedHint)).toBeNull()
  })

  test('does not say that no access is lost when the server reports that there is none', async () => {
    const message = 'You need a subscription or a one-time pass to use live chat.'
    fakeServer({ [signPath]: { status: 409, body: { error: { code: 'no_chat_access', message } } } })
    await open()
    expect(screen.getByText(message, { exact: false }).textContent).not.toContain('You haven’t lost')
  })
})
