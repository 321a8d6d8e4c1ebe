// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { VisitorIdentity } from '#shared/contract/chat.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { clearChatState } from '#web/lib/chat-state.ts'
import { dropSession, sessionStorageKey } from '#web/lib/session-store.ts'
import { freshBrowser, signedInAs } from '#web/lib/testing/tokens.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { ChatEvent, ChatWidget } from './chat-widget.ts'
import { fakeChatwoot } from './fakes/chatwoot.ts'
import { type FakeProvider, storeWidgetData, fakeNetwork } from './fakes/fake-provider.ts'
import { fakeLocal } from './fakes/local.ts'
import { fakeTawk } from './fakes/tawk.ts'
import { loadTimeoutMs } from './load-script.ts'
import { getChatWidget } from './get-chat-widget.ts'

const visitorWithId = (id: string): VisitorIdentity => ({
  id,
  name: 'Robin Fernhollow',
  email: `${id}@agents.example`,
  idSignature: `id-of-${id}`,
  emailSignature: `email-of-${id}`,
})
const robin = visitorWithId('robin')
const sam = visitorWithId('sam')

/** Every place where a widget could leave traces. */
const traces = () => ({
  elements: document.body.children.length,
  head: document.head.children.length,
  local: Object.keys(localStorage).filter((key) => key !== sessionStorageKey),
  session: Object.keys(sessionStorage),
  cookies: document.cookie,
  globals: Object.keys(window).filter((key) => /tawk|woot|localchat/i.test(key)),
  handler: window.onmessage ?? null,
  page: { ...document.documentElement.dataset },
})

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (failure: unknown) => failure,
  )

const shortPause = () => new Promise((resolve) => setTimeout(resolve, 5))

const recordEvents = (widget: ChatWidget): ChatEvent[] => {
  const events: ChatEvent[] = []
  for (const event of ['opened', 'closed', 'started', 'ended', 'adviserReplied'] as const)
    widget.on(event, () => events.push(event))
  return events
}

let provider: FakeProvider
let network: ReturnType<typeof fakeNetwork>
let widget: ChatWidget
let before: ReturnType<typeof traces>

const setUp = (fake: FakeProvider): void => {
  freshBrowser()
  // Removes the cookies too, which a fresh browser does not have.
  clearChatState()
  document.body.innerHTML = '<div id="root"></div>'
  before = traces()
  provider = fake
  network = fakeNetwork(provider)
  const configured = getChatWidget(provider.config)
  if (configured === undefined) throw new Error('No chat is configured')
  widget = configured
}

afterEach(async () => {
  vi.useRealTimers()
  await widget.clear()
  vi.restoreAllMocks()
})

test('returns no widget without a configuration', () => {
  setUp(fakeTawk())
  expect(getChatWidget(undefined)).toBeUndefined()
})

test('keeps the data of the chat in another tab when this tab has none to clear', async () => {
  setUp(fakeTawk())
  storeWidgetData('twk_')
  await widget.clear()
  expect(localStorage.getItem('twk_conversation')).toBe('words')
})

test('marks what advisers at Tawk.to see about the visitor as unverified', async () => {
  setUp(fakeTawk())
  const facts = { access: 'Pass, 30 minutes left', country: 'Wales', earlier_tickets: 'None' }
  await widget.identify({ ...robin, facts })
  await widget.load()
  expect(provider.attributes?.()).toEqual({
    'unverified-access': 'Pass, 30 minutes left',
    'unverified-country': 'Wales',
    'unverified-earlier-tickets': 'None',
  })
})

test('keeps elements of the app that were added in the meantime', async () => {
  setUp(fakeTawk())
  await widget.load()
  render(createElement(Dialog, { open: true, onOpenChange: () => undefined, title: 'A dialog of the app' }))
  const style = document.createElement('style')
  style.textContent = '[data-toast] { position: fixed }'
  document.head.append(style)
  await widget.clear()
  expect(document.body.textContent).toContain('A dialog of the app')
  expect(style.isConnected).toBe(true)
  expect(document.querySelectorAll('iframe')).toHaveLength(0)
  cleanup()
  expect(document.body.textContent).toBe('')
  style.remove()
})

describe.each([
  ['Tawk.to', fakeTawk],
  ['Chatwoot', fakeChatwoot],
  ['the local emulator', fakeLocal],
] as const)('%s', (_name, make) => {
  beforeEach(() => setUp(make()))

  test('stops the visitor from writing without removing the window, if the provider allows it', async () => {
    const allowed = provider.isLocked !== undefined
    expect(await widget.setLocked(true)).toBe(false)
    await widget.identify(robin)
    await widget.load()
    expect(await widget.setLocked(true)).toBe(allowed)
    expect([provider.isLocked?.() ?? false, provider.endCalls]).toEqual([allowed, []])
    expect(document.querySelectorAll('iframe')).toHaveLength(1)
    await widget.setLocked(false)
    expect(provider.isLocked?.() ?? false).toBe(false)
    await widget.setLocked(true)
    await widget.clear()
    expect(traces()).toEqual(before)
  })

  test('loads the script on demand, and only once', async () => {
    await widget.identify(robin)
    expect(traces()).toEqual(before)
    await Promise.all([widget.load(), widget.load()])
    await widget.load()
    expect(network.requests).toEqual([provider.script])
    expect(getChatWidget(provider.config)).toBe(widget)
  })

  test('passes on the visitor with the signature of the server', async () => {
    await widget.identify(robin)
    await widget.load()
    const { id, email, signatures } = provider.visitor()
    expect([id, email]).toEqual([robin.id, robin.email])
    expect(signatures).toContain(robin.idSignature)
  })

  test('passes on a visitor who is set after loading', async () => {
    await widget.load()
    await widget.identify(robin)
    expect(provider.visitor().id).toBe(robin.id)
    expect(network.requests).toHaveLength(1)
  })

  test('opens and closes the window once it has loaded', async () => {
    const events = recordEvents(widget)
    widget.open()
    await widget.load()
    expect(provider.isOpen()).toBe(false)
    widget.open()
    expect(provider.isOpen()).toBe(true)
    widget.close()
    expect(provider.isOpen()).toBe(false)
    expect(events).toEqual(['opened', 'closed'])
  })

  test('reports chat events, and replies of human advisers only', async () => {
    await widget.load()
    const events = recordEvents(widget)
    const { opens, starts, botWrites, adviserWrites, ends, closes } = provider.simulate
    opens()
    starts()
    botWrites()
    adviserWrites()
    adviserWrites()
    ends?.()
    closes()
    const ended = ends ? ['ended'] : []
    expect(events).toEqual(['opened', 'started', 'adviserReplied', 'adviserReplied', ...ended, 'closed'])
  })

  test('stops calling a listener after it unsubscribes', async () => {
    await widget.load()
    const listener = vi.fn<() => void>()
    const stop = widget.on('started', listener)
    stop()
    provider.simulate.starts()
    expect(listener).not.toHaveBeenCalled()
  })

  test('rejects immediately if the script is blocked, leaves no traces and can try again', async () => {
    network.setState('blocked')
    await expect(widget.load()).rejects.toMatchObject({ name: 'ChatUnavailable', reason: 'blocked' })
    expect(traces()).toEqual(before)
    network.setState('working')
    await widget.load()
    widget.open()
    expect(provider.isOpen()).toBe(true)
  })

  test.each(['silent', 'neverReady'] as const)(
    'rejects after a timeout if the chat does not become ready: %s',
    async (state) => {
      network.setState(state)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const outcome = errorOf(widget.load())
      // The adapter is imported from its own file, which takes real time.
      await vi.waitFor(() => expect(network.requests).toHaveLength(1))
      await vi.advanceTimersByTimeAsync(loadTimeoutMs)
      await vi.runAllTimersAsync()
      expect(await outcome).toMatchObject({ reason: 'timeout' })
      expect(traces()).toEqual(before)
    },
  )

  test('ends the chat at the provider and leaves no traces when cleared', async () => {
    await widget.identify(robin)
    await widget.load()
    widget.open()
    const events = recordEvents(widget)
    await widget.clear()
    expect(provider.endCalls).toEqual(provider.expectedEndCalls)
    expect(traces()).toEqual(before)
    expect(events).toEqual(['closed'])
  })

  test('clears when the session ends in this tab', async () => {
    await widget.identify(robin, signedInAs().user.id)
    await widget.load()
    dropSession()
    await vi.waitFor(() => expect(traces()).toEqual(before))
    expect(provider.endCalls).toEqual(provider.expectedEndCalls)
  })

  test('clears when the session ends in another tab', async () => {
    const session = signedInAs()
    const oldValue = JSON.stringify(session)
    await widget.identify(robin, session.user.id)
    await widget.load()
    localStorage.removeItem(sessionStorageKey)
    const { localStorage: storageArea } = window
    window.dispatchEvent(
      new StorageEvent('storage', { key: sessionStorageKey, oldValue, newValue: null, storageArea }),
    )
    await vi.waitFor(() => expect(traces()).toEqual(before))
  })

  test('clears when a guest signs in', async () => {
    await widget.identify(robin)
    await widget.load()
    signedInAs()
    await vi.waitFor(() => expect(traces()).toEqual(before))
  })

  test('clears a chat that becomes ready after its visitor has left', async () => {
    await widget.identify(robin)
    network.setState('neverReady')
    const outcome = errorOf(widget.load())
    await vi.waitFor(() => expect(network.requests).toHaveLength(1))
    const cleared = widget.clear()
    await shortPause()
    provider.becomeReady()
    await cleared
    expect(await outcome).toMatchObject({ reason: 'cleared' })
    expect(traces()).toEqual(before)
  })

  test('removes the data of an earlier visitor who did not sign out', async () => {
    localStorage.setItem(storageKeys.chatVisitor, robin.id)
    storeWidgetData('twk_')
    storeWidgetData('cw_')
    await widget.identify(sam)
    await widget.load()
    expect(network.dataAtRequest).toEqual([''])
    expect(localStorage.getItem(storageKeys.chatVisitor)).toBe(sam.id)
  })

  test('starts a new chat when the visitor changes', async () => {
    await widget.identify(robin)
    await widget.load()
    await widget.identify(sam)
    expect(provider.endCalls).toEqual(provider.expectedEndCalls)
    expect(provider.visitor().id).toBe(sam.id)
    expect(network.requests).toHaveLength(2)
  })
})
