// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import LiveChatPage from './pages/live-chat-page.tsx'
import { session } from './session-state.ts'

vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatProvider: () => 'chatwoot' }))
inFreshBrowser(forgetToast)

// This test has a file of its own, so that the widget, which resets the conversation too, has not been loaded.
test('a conversation that a reload restored is gone when its user signs out', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  signedInAs({ sub: 'member' })
  fakeServer({
    '/functions/get-access': {
      body: { isSubscribed: true, hasOneTimeAccess: false, isAdmin: false, pass: null },
    },
  })
  const stored = { userId: 'member', lastMessageAt: new Date().toISOString(), hasEnded: false }
  sessionStorage.setItem(storageKeys.conversation, JSON.stringify(stored))
  showPage('/livechat', <LiveChatPage />)
  await screen.findByRole('button', { name: 'Email me this conversation' })
  expect(session.get().inConversation).toBe(true)
  act(() => void dropSession())
  await waitFor(() => expect(session.get()).toMatchObject({ inConversation: false, conversation: undefined }))
  expect(screen.queryByRole('button', { name: 'Email me this conversation' })).toBeNull()
})
