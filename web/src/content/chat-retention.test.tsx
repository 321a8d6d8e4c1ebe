// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ChatRetention } from './chat-retention.tsx'

const stage = vi.hoisted(() => ({ chat: undefined as unknown }))
vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatConfig: () => stage.chat }))

afterEach(cleanup)

const textFor = (chat: unknown): string => {
  stage.chat = chat
  return render(<ChatRetention />).container.textContent
}

describe('retention of chats on the privacy page', () => {
  test('says that chats at Tawk.to are deleted by hand each month, and so are kept longer', () => {
    const text = textFor({ provider: 'tawk' })
    expect(text).toMatch(/Tawk\.to.*At the start of each month we delete by hand/)
    expect(text).toContain('a few weeks longer than 12 months')
    expect(text).toContain('If you delete your account, the conversations keep your name and email address')
    expect(text).not.toContain('Every night')
  })

  test('says in which country Chatwoot stores chats, and that they are deleted every night', () => {
    const chatwoot = { provider: 'chatwoot', country: 'Ireland' }
    expect(textFor(chatwoot)).toMatch(/Chatwoot, stores them in Ireland\. Every night we delete/)
  })

  test('names no country in the local cloud', () => {
    expect(textFor({ provider: 'local' })).toMatch(/Chatwoot, stores them\. Every night we delete/)
  })

  test('says what is true for each provider while the stage’s own is not known', () => {
    const text = textFor(undefined)
    expect(text).toMatch(
      /Chatwoot, we check every night and delete the conversations that have reached 12 months/,
    )
    expect(text).toMatch(/Tawk\.to, .* a few weeks longer than 12 months/)
  })

  test('names no provider if the stage has none', () => {
    expect(textFor('none')).not.toMatch(/Tawk|Chatwoot/)
  })
})
