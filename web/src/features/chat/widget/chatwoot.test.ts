// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { freshBrowser } from '#web/lib/testing/tokens.ts'
import { fakeChatwoot } from './fakes/chatwoot.ts'
import { fakeNetwork } from './fakes/fake-provider.ts'
import { getChatWidget } from './get-chat-widget.ts'

test('reports a message of the visitor, who may continue an earlier conversation', async () => {
  freshBrowser()
  const provider = fakeChatwoot()
  fakeNetwork(provider)
  const widget = getChatWidget(provider.config)
  const started = vi.fn<() => void>()
  widget?.on('started', started)
  await widget?.load()
  const detail = { message_type: 0, sender: { type: 'contact' } }
  window.dispatchEvent(new CustomEvent('chatwoot:on-message', { detail }))
  expect(started).toHaveBeenCalledOnce()
  await widget?.clear()
})
