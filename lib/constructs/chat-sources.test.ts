import { expect, test } from 'vitest'
import type { ChatConfig } from '#shared/values/chat.ts'
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

/** The three inline scripts and the speculation rules of the pages, allowed by their hashes. */
const inlineScripts = Array.from({ length: 4 }, () => expect.stringMatching(/^'sha256-[A-Za-z0-9+/]{43}='$/))

test('content security policy without a chat allows only scripts of the site', () => {
  expect(policyWith(undefined).get('script-src')).toEqual(["'self'", ...inlineScripts])
})

test('content security policy with Tawk.to allows its scripts, frames and connections', () => {
  const policy = policyWith(tawk)
  expect(policy.get('script-src')).toContain('https://*.tawk.to')
  expect(policy.get('frame-src')).toContain('https://*.tawk.to')
  expect(policy.get('connect-src')).toEqual(expect.arrayContaining(['https://*.tawk.to', 'wss://*.tawk.to']))
})

test('content security policy with Chatwoot allows its scripts and frames, but no external styles', () => {
  const policy = policyWith(chatwoot)
  expect(policy.get('script-src')).toEqual(["'self'", ...inlineScripts, 'https://chat.advice.example'])
  expect(policy.get('frame-src')).toContain('https://chat.advice.example')
  expect(policy.get('style-src')).toEqual(["'self'", "'unsafe-inline'"])
})

/** Recognises sources that anyone could use: any host, any host of a scheme, or a public CDN without a folder. */
const isTooBroad = (source: string): boolean =>
  /^(\*|https?:|wss?:|'unsafe-eval')$/.test(source) ||
  (source.startsWith('https://cdn.') && new URL(source).pathname === '/')

test.each([tawk, chatwoot])('content security policy with $provider has no overly broad source', (chat) => {
  const policy = policyWith(chat)
  expect([...policy.values()].flat().filter(isTooBroad)).toEqual([])
  expect(policy.get('script-src')).not.toContain("'unsafe-inline'")
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
})
