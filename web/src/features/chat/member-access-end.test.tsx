// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { toastText } from '#web/ui/testing/shown-toast.ts'
import type { ChatAccess } from './chat-access.ts'
import { openChat } from './chat-session.ts'
import LiveChatPage from './pages/live-chat-page.tsx'
import { fakeWidget } from './testing/fake-widget.ts'
import { inBrowserWithoutChat, visitor } from './testing/in-browser-without-chat.ts'

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
  expect(toastText()).toContain('You no longer have access to live chat.')
  expect(screen.getByText('Your session is over')).toBeTruthy()
  expect(screen.getByText(/You can still read your conversation/).textContent).not.toContain('buy')
  expect(screen.queryByText("You're Connected!")).toBeNull()
  expect(screen.queryByText('Session Active')).toBeNull()
  expect(screen.getByRole('button', { name: 'Email me this conversation' })).toBeTruthy()
})
