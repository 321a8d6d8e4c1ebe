// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { freshBrowser } from '#web/lib/testing/tokens.ts'
import { fakeChatwoot } from './fakes/chatwoot.ts'
import { fakeNetwork } from './fakes/fake-provider.ts'
import { getChatWidget } from './get-chat-widget.ts'

const load = async () => {
  freshBrowser()
  const provider = fakeChatwoot()
  fakeNetwork(provider)
  const widget = getChatWidget(provider.config)
  if (widget === undefined) throw new Error('There is no widget')
  const started = vi.fn<() => void>()
  widget.on('started', started)
  await widget.load()
  return { widget, started }
}
const dispatch = (name: string, detail: object) =>
  window.dispatchEvent(new CustomEvent(`chatwoot:${name}`, { detail }))

test('a conversation starts with a message of the visitor, and not when they press the button to start', async () => {
  const { widget, started } = await load()
  dispatch('on-start-conversation', { hasConversation: false })
  expect(started).not.toHaveBeenCalled()
  dispatch('on-message', { message_type: 0, sender: { type: 'contact' } })
  expect(started).toHaveBeenCalledOnce()
  await widget.clear()
})

test('a new message opens no window by itself, and the window follows the colours of the device', async () => {
  const { widget } = await load()
  expect(window.chatwootSettings).toMatchObject({ showUnreadMessagesDialog: false, darkMode: 'auto' })
  await widget.clear()
})

test('reports that Chatwoot has rejected the signature of the visitor', async () => {
  const { widget } = await load()
  const rejected = vi.fn<() => void>()
  widget.on('visitorRejected', rejected)
  dispatch('error', { error: 'HMAC failed: Invalid Identifier Hash Provided' })
  expect(rejected).toHaveBeenCalledOnce()
  await widget.clear()
  dispatch('error', { error: 'HMAC failed: Invalid Identifier Hash Provided' })
  expect(rejected).toHaveBeenCalledOnce()
})
