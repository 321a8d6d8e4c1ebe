// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { freshBrowser } from '#web/lib/testing/tokens.ts'
import { fakeNetwork } from './fakes/fake-provider.ts'
import { fakeTawk } from './fakes/tawk.ts'
import { getChatWidget } from './get-chat-widget.ts'

test('shortens facts about the visitor that Tawk.to would reject', async () => {
  freshBrowser()
  const provider = fakeTawk()
  fakeNetwork(provider)
  const widget = getChatWidget(provider.config)
  const topic = `${'Deposit deduction for cleaning '.repeat(4)}(1 March 2027)`
  const facts = { access: 'Annual plan', country: 'Wales', earlier_tickets: `2: ${topic}; ${topic}` }
  await widget?.identify({ id: '1', name: 'Robin', email: '', idSignature: '', emailSignature: '', facts })
  await widget?.load()
  expect(provider.attributes?.()).toMatchObject({
    'unverified-access': 'Annual plan',
    'unverified-earlier-tickets': `${facts.earlier_tickets.slice(0, 254)}…`,
  })
  await widget?.clear()
})
