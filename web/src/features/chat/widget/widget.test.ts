// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { VisitorIdentity } from '../../../../../shared/contract/chat.ts'
import * as storageKeys from '../../../../../shared/values/storage-keys.ts'
import { dropSession, sessionStorageKey } from '../../../lib/session-store.ts'
import { freshBrowser, signedInAs } from '../../../lib/testing/tokens.ts'
import type { ChatEvent, ChatWidget } from './chat-widget.ts'
import { fakeChatwoot } from './fakes/chatwoot.ts'
import { type FakeProvider, leaveTraces, playNetwork } from './fakes/fake-provider.ts'
import { fakeLocal } from './fakes/local.ts'
import { fakeTawk } from './fakes/tawk.ts'
import { loadTimeoutMs } from './load-script.ts'
import { chatWidget } from './widget-of-stage.ts'

const visitorCalled = (id: string): VisitorIdentity => ({
  id,
  name: 'Robin Fernhollow',
  email: `${id}@agents.example`,
  idSignature: `id-of-${id}`,
  emailSignature: `email-of-${id}`,
})
const robin = visitorCalled('robin')
const sam = visitorCalled('sam')

/** Everything in which a widget could be found again. */
const traces = () => ({
  elements: document.body.children.length,
  head: document.head.children.length,
  local: Object.keys(localStorage).filter((key) => key !== sessionStorageKey),
  session: Object.keys(sessionStorage),
  cookies: document.cookie,
  globals: Object.keys(window).filter((key) => /tawk|woot|localchat/i.test(key)),
  handler: window.onmessage ?? null,
})

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (failure: unknown) => failure,
  )

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

const listenTo = (widget: ChatWidget): ChatEvent[] => {
  const heard: ChatEvent[] = []
  for (const event of ['opened', 'closed', 'started', 'ended', 'adviserReplied'] as const)
    widget.on(event, () => heard.push(event))
  return heard
}

let provider: FakeProvider
let network: ReturnType<typeof playNetwork>
let widget: ChatWidget
let before: ReturnType<typeof traces>

const begin = (made: FakeProvider): void => {
  freshBrowser()
  document.body.innerHTML = '<div id="root"></div>'
  before = traces()
  provider = made
  network = playNetwork(provider)
  const found = chatWidget(provider.config)
  if (found === undefined) throw new Error('The stage has a chat')
  widget = found
}

afterEach(async () => {
  vi.useRealTimers()
  await widget.clear()
  vi.restoreAllMocks()
})

test('a stage without a chat has none', () => {
  begin(fakeTawk())
  expect(chatWidget(undefined)).toBeUndefined()
})

test('what of ours has come onto the page meanwhile stays, and React can take it away', async () => {
  begin(fakeTawk())
  await widget.load()
  const dialog = createPortal(createElement('p', {}, 'A dialog of ours'), document.body)
  render(createElement('div', {}, dialog))
  const style = document.createElement('style')
  style.textContent = '[data-toast] { position: fixed }'
  document.head.append(style)
  await widget.clear()
  expect(document.body.textContent).toContain('A dialog of ours')
  expect(style.isConnected).toBe(true)
  expect(document.querySelectorAll('iframe')).toHaveLength(0)
  cleanup()
  expect(document.body.textContent).toBe('')
  style.remove()
})

describe.each([
  ['Tawk.to', fakeTawk],
  ['Chatwoot', fakeChatwoot],
  ['the local stand-in', fakeLocal],
] as const)('%s', (_name, make) => {
  beforeEach(() => begin(make()))

  test('fetches nothing until it is loaded, and then once', async () => {
    await widget.identify(robin)
    expect(traces()).toEqual(before)
    await Promise.all([widget.load(), widget.load()])
    await widget.load()
    expect(network.asked).toEqual([provider.script])
    expect(chatWidget(provider.config)).toBe(widget)
  })

  test('names the visitor as the server signed them', async () => {
    await widget.identify(robin)
    await widget.load()
    const { id, email, signatures } = provider.visitor()
    expect([id, email]).toEqual([robin.id, robin.email])
    expect(signatures).toContain(robin.idSignature)
  })

  test('names a visitor who is known only after it was loaded', async () => {
    await widget.load()
    await widget.identify(robin)
    expect(provider.visitor().id).toBe(robin.id)
    expect(network.asked).toHaveLength(1)
  })

  test('opens and closes its window, and not before it is there', async () => {
    const heard = listenTo(widget)
    widget.open()
    await widget.load()
    expect(provider.isOpen()).toBe(false)
    widget.open()
    expect(provider.isOpen()).toBe(true)
    widget.close()
    expect(provider.isOpen()).toBe(false)
    expect(heard).toEqual(['opened', 'closed'])
  })

  test('tells what happens, and of people only that they have written', async () => {
    await widget.load()
    const heard = listenTo(widget)
    const { opens, starts, robotWrites, adviserWrites, ends, closes } = provider.happen
    opens()
    starts()
    robotWrites()
    adviserWrites()
    adviserWrites()
    ends?.()
    closes()
    const ended = ends ? ['ended'] : []
    expect(heard).toEqual(['opened', 'started', 'adviserReplied', 'adviserReplied', ...ended, 'closed'])
  })

  test('a listener that was taken away hears nothing', async () => {
    await widget.load()
    const heard = vi.fn<() => void>()
    const stop = widget.on('started', heard)
    stop()
    provider.happen.starts()
    expect(heard).not.toHaveBeenCalled()
  })

  test('a script that is blocked is told at once, leaves nothing, and may be asked for again', async () => {
    network.becomes('blocked')
    await expect(widget.load()).rejects.toMatchObject({ name: 'ChatUnavailable', reason: 'blocked' })
    expect(traces()).toEqual(before)
    network.becomes('answers')
    await widget.load()
    widget.open()
    expect(provider.isOpen()).toBe(true)
  })

  test.each(['silent', 'neverReady'] as const)('a chat that does not come (%s) is given up', async (how) => {
    network.becomes(how)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const outcome = failureOf(widget.load())
    // The adapter is a file of its own, which comes by real time.
    await vi.waitFor(() => expect(network.asked).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(loadTimeoutMs)
    await vi.runAllTimersAsync()
    expect(await outcome).toMatchObject({ reason: 'timeout' })
    expect(traces()).toEqual(before)
  })

  test('taken away it says goodbye to the provider and leaves nothing', async () => {
    await widget.identify(robin)
    await widget.load()
    widget.open()
    const heard = listenTo(widget)
    await widget.clear()
    expect(provider.farewell).toEqual(provider.expectedFarewell)
    expect(traces()).toEqual(before)
    expect(heard).toEqual(['closed'])
  })

  test('goes with the session, in this tab', async () => {
    signedInAs()
    await widget.identify(robin)
    await widget.load()
    dropSession()
    await settled()
    expect(provider.farewell).toEqual(provider.expectedFarewell)
    expect(traces()).toEqual(before)
  })

  test('goes with the session when another tab has ended it', async () => {
    const oldValue = JSON.stringify(signedInAs())
    await widget.identify(robin)
    await widget.load()
    localStorage.removeItem(sessionStorageKey)
    const { localStorage: storageArea } = window
    window.dispatchEvent(
      new StorageEvent('storage', { key: sessionStorageKey, oldValue, newValue: null, storageArea }),
    )
    await settled()
    expect(traces()).toEqual(before)
  })

  test('a guest who signs in starts afresh', async () => {
    await widget.identify(robin)
    await widget.load()
    signedInAs()
    await settled()
    expect(traces()).toEqual(before)
  })

  test('a script that comes after its visitor has gone is shown out', async () => {
    await widget.identify(robin)
    network.becomes('neverReady')
    const outcome = failureOf(widget.load())
    await vi.waitFor(() => expect(network.asked).toHaveLength(1))
    const cleared = widget.clear()
    await settled()
    provider.getReady()
    await cleared
    expect(await outcome).toMatchObject({ reason: 'cleared' })
    expect(traces()).toEqual(before)
  })

  test('the next person finds nothing of the one before, who never signed out', async () => {
    localStorage.setItem(storageKeys.chatVisitor, robin.id)
    leaveTraces('twk_')
    leaveTraces('cw_')
    await widget.identify(sam)
    await widget.load()
    expect(network.keptBefore).toEqual([''])
    expect(localStorage.getItem(storageKeys.chatVisitor)).toBe(sam.id)
  })

  test('somebody else in the same page gets a chat of their own', async () => {
    await widget.identify(robin)
    await widget.load()
    await widget.identify(sam)
    expect(provider.farewell).toEqual(provider.expectedFarewell)
    expect(provider.visitor().id).toBe(sam.id)
    expect(network.asked).toHaveLength(2)
  })
})
