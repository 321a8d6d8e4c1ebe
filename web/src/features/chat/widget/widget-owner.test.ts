// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { dropSession, storeSession } from '#web/lib/session-store.ts'
import { freshBrowser, sessionOf, signedInAs } from '#web/lib/testing/tokens.ts'
import { changeUserInAnotherTab } from '../testing/another-tab.ts'
import { fakeLocal } from './fakes/local.ts'
import { fakeNetwork } from './fakes/fake-provider.ts'
import { getChatWidget } from './get-chat-widget.ts'
import type { ChatWidget } from './chat-widget.ts'

const robin = {
  id: 'robin',
  name: 'Robin Fernhollow',
  email: 'robin@agents.example',
  idSignature: 'id-of-robin',
  emailSignature: 'email-of-robin',
}
const sam = { ...robin, id: 'sam', email: 'sam@agents.example' }

const setUp = () => {
  freshBrowser()
  signedInAs({ sub: 'first' })
  const provider = fakeLocal()
  const network = fakeNetwork(provider)
  const widget = getChatWidget(provider.config)
  if (widget === undefined) throw new Error('No chat is configured')
  used = widget
  return { provider, network, widget }
}

let used: ChatWidget | undefined
afterEach(async () => {
  await used?.clear()
  vi.restoreAllMocks()
})

test('a chat whose user is no longer signed in is not loaded', async () => {
  const { widget, network } = setUp()
  await widget.identify(robin, 'first')
  const loading = widget.load()
  changeUserInAnotherTab('second')
  await expect(loading).rejects.toMatchObject({ reason: 'cleared' })
  expect(network.requests).toEqual([])
  await widget.identify(sam, 'second')
  await widget.load()
  expect(network.requests).toHaveLength(1)
})

test('the next user’s chat keeps its visitor when the earlier chat takes long to end', async () => {
  const { widget, provider, network } = setUp()
  await widget.identify(robin, 'first')
  await widget.load()
  // The same user has another identity now, and signs out while the chat starts again with it.
  const changed = widget.identify({ ...robin, id: 'robin-2' }, 'first').catch(() => undefined)
  dropSession()
  storeSession(sessionOf({ sub: 'second' }), 'SIGNED_IN')
  await widget.identify(sam, 'second')
  await widget.load()
  await changed
  expect(provider.visitor().id).toBe('sam')
  // One request for each user.
  expect(network.requests).toHaveLength(2)
})
