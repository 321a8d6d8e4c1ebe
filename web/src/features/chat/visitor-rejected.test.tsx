// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { endChat, openChat } from './chat-session.ts'
import LiveChatPage from './pages/live-chat-page.tsx'
import { session } from './session-state.ts'
import { fakeWidget } from './testing/fake-widget.ts'
import { visitor } from './testing/in-browser-without-chat.ts'
import { guestPass as guest } from './testing/waiting-pass.ts'

inFreshBrowser(forgetToast)
beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await endChat()
})

const signed = { '/functions/sign-chat-visitor': { body: visitor } }

test('a chat that the provider opens for a stranger is closed, and the visitor can try again', async () => {
  fakeServer({ ...signed, '/functions/check-guest-access': { body: { active: true } } })
  localStorage.setItem('guest_key', 'key-1')
  showPage('/livechat', <LiveChatPage />)
  const { widget, fire } = fakeWidget()
  const open = () => act(() => openChat(guest, async () => widget))
  await open()
  await act(async () => fire('visitorRejected'))
  expect(widget.clear).toHaveBeenCalledOnce()
  expect(await screen.findByText(/didn’t recognise you.*You haven’t lost any of your access/)).toBeTruthy()
  expect(toastText()).toContain('The chat was closed')
  await open()
  expect(session.get()).toMatchObject({ phase: 'ready', problem: undefined })
})

test('a chat that is rejected while it is being opened does not open', async () => {
  fakeServer(signed)
  const { widget, fire } = fakeWidget()
  const { promise, resolve } = deferred<undefined>()
  vi.mocked(widget.load).mockReturnValue(promise)
  const opening = openChat(guest, async () => widget)
  await vi.waitFor(() => expect(widget.load).toHaveBeenCalled())
  fire('visitorRejected')
  resolve(undefined)
  await opening
  expect(widget.open).not.toHaveBeenCalled()
  expect(session.get()).toMatchObject({ phase: 'failed' })
})
