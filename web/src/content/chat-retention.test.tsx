// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ChatRetention } from './chat-retention.tsx'

const stage = vi.hoisted(() => ({ provider: 'none' }))
vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatProvider: () => stage.provider }))

afterEach(cleanup)

const textFor = (provider: string): string => {
  stage.provider = provider
  return render(<ChatRetention />).container.textContent
}

describe('retention of chats on the privacy page', () => {
  test('says that chats at Tawk.to are deleted by hand each month, and so are kept longer', () => {
    const text = textFor('tawk')
    expect(text).toMatch(/Tawk\.to.*At the start of each month we delete by hand/)
    expect(text).toContain('some weeks longer than 12 months')
    expect(text).not.toContain('Every night')
  })

  test('says that chats at Chatwoot are deleted every night', () => {
    expect(textFor('chatwoot')).toMatch(/Chatwoot\. Every night we delete/)
  })

  test('names no provider if the stage has none', () => {
    expect(textFor('none')).not.toMatch(/Tawk|Chatwoot/)
  })
})
