// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionExpiry } from '#shared/values/storage-keys.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import type { ChatAccess } from './chat-access.ts'
import { endChat, openChat } from './chat-session.ts'
import { idle, session } from './session-state.ts'
import { useSessionEnd } from './use-session-end.ts'
import { fakeWidget } from './testing/fake-widget.ts'

inFreshBrowser(forgetToast)
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  signedInAs({ sub: 'ana' })
  fakeServer({ '/functions/sign-chat-visitor': { body: visitor } })
})
afterEach(async () => {
  await endChat()
})

const visitor = { id: 'v', name: 'Ana', email: 'v@member.example', idSignature: '0', emailSignature: '0' }
const member: ChatAccess = {
  kind: 'member',
  as: 'subscriber',
  cancelling: false,
  withoutRenewal: false,
  endsAt: null,
}
const signInAnother = () => void signedInAs({ sub: 'ben' })

describe.each([
  ['signs out', dropSession],
  ['is replaced by another', signInAnother],
])('the chat of a user who %s', (_event, change) => {
  test('is not opened if that happens while the widget is loading', async () => {
    const { widget } = fakeWidget()
    await openChat(member, async () => {
      change()
      return widget
    })
    expect(widget.identify).not.toHaveBeenCalled()
    expect(session.get()).toBe(idle)
  })

  test.each(['identify', 'load'] as const)('is cleared if that happens during `%s`', async (moment) => {
    const { widget } = fakeWidget()
    widget[moment].mockImplementation(async () => change())
    await openChat(member, async () => widget)
    expect(widget.open).not.toHaveBeenCalled()
    expect(widget.clear).toHaveBeenCalled()
    expect(session.get()).toBe(idle)
  })
})

test("the end of an account's pass is not shown to the next visitor when the session has ended elsewhere", () => {
  localStorage.setItem(sessionExpiry, new Date(Date.now() + 60_000).toISOString())
  dropSession()
  expect(renderHook(() => useSessionEnd({ kind: 'none' }, false)).result.current).toBeNull()
})

test('the chat of the user who asks last is opened, however late the first request ends', async () => {
  const first = fakeWidget()
  let arrive = () => {}
  const opened = openChat(member, async () => {
    await new Promise<void>((resolve) => (arrive = resolve))
    return first.widget
  })
  signInAnother()
  session.set(idle)
  const second = fakeWidget()
  await act(() => openChat(member, async () => second.widget))
  arrive()
  await opened
  expect(first.widget.identify).not.toHaveBeenCalled()
  expect(second.widget.open).toHaveBeenCalledOnce()
  expect(second.widget.clear).not.toHaveBeenCalled()
  expect(session.get().phase).toBe('ready')
})
