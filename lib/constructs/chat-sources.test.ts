import { expect, test } from 'vitest'
import type { ChatConfig } from '../../shared/values/chat.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const policyWith = (chat: ChatConfig | undefined): Map<string, string[]> => {
  const policy = contentSecurityPolicy({
    userPool: 'https://pool.example',
    library: 'https://library.example',
    checkout: 'https://checkout.example',
    chat,
  })
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

const tawk: ChatConfig = { provider: 'tawk', propertyId: 'p', widgetId: 'w' }
const chatwoot: ChatConfig = {
  provider: 'chatwoot',
  baseUrl: 'https://chat.advice.example',
  websiteToken: 't',
}

/** The one script that stands in every page, admitted by its hash. */
const inThePage = expect.stringMatching(/^'sha256-[A-Za-z0-9+/]{43}='$/)

test('a stage without a chat lets in scripts of its own only', () => {
  expect(policyWith(undefined).get('script-src')).toEqual(["'self'", inThePage])
})

test('Tawk.to may bring its script, its frame and its connection', () => {
  const policy = policyWith(tawk)
  expect(policy.get('script-src')).toContain('https://*.tawk.to')
  expect(policy.get('frame-src')).toContain('https://*.tawk.to')
  expect(policy.get('connect-src')).toEqual(expect.arrayContaining(['https://*.tawk.to', 'wss://*.tawk.to']))
})

test('Chatwoot may bring its script and its frame, and styles of no other place', () => {
  const policy = policyWith(chatwoot)
  expect(policy.get('script-src')).toEqual(["'self'", inThePage, 'https://chat.advice.example'])
  expect(policy.get('frame-src')).toContain('https://chat.advice.example')
  expect(policy.get('style-src')).toEqual(["'self'", "'unsafe-inline'"])
})

/** Everybody's door: any host, any host of a scheme, or a host where anybody can put files, without its folder. */
const isOpenToAll = (source: string): boolean =>
  /^(\*|https?:|wss?:|'unsafe-eval')$/.test(source) ||
  (source.startsWith('https://cdn.') && new URL(source).pathname === '/')

test.each([tawk, chatwoot])('$provider opens no door to everybody', (chat) => {
  const policy = policyWith(chat)
  expect([...policy.values()].flat().filter(isOpenToAll)).toEqual([])
  expect(policy.get('script-src')).not.toContain("'unsafe-inline'")
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
})
