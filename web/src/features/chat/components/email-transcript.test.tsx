// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { deferred } from '#test/kit/deferred.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ChatSession, idle } from '../session-state.ts'
import { EmailTranscript } from './email-transcript.tsx'

const server = vi.hoisted(() => ({
  provider: 'chatwoot',
  emailTranscript: vi.fn<(guestKey?: string) => Promise<{ sentTo: string }>>(),
}))
vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatProvider: () => server.provider }))
vi.mock('../api.ts', () => ({ emailTranscript: server.emailTranscript }))

beforeEach(() => {
  server.provider = 'chatwoot'
  server.emailTranscript.mockReset()
})
afterEach(cleanup)

const ended: ChatSession = {
  ...idle,
  phase: 'ready',
  isOpen: true,
  hasEnded: true,
  conversation: { guestKey: 'a-guest-key' },
}

describe('EmailTranscript', () => {
  test('sends the conversation that has ended and shows the masked address', async () => {
    server.emailTranscript.mockResolvedValue({ sentTo: 'r•••@people.example' })
    render(<EmailTranscript session={ended} />)
    fireEvent.click(screen.getByRole('button', { name: 'Email me this conversation' }))
    expect(await screen.findByText(/We’ve sent your conversation to r•••@people.example/)).toBeTruthy()
    expect(server.emailTranscript).toHaveBeenCalledWith('a-guest-key')
  })

  test('reports a failure', async () => {
    server.emailTranscript.mockRejectedValue(new Error('offline'))
    render(<EmailTranscript session={ended} />)
    fireEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('We couldn’t send your conversation')).toBeTruthy()
  })

  test('announces the result of each request', async () => {
    server.emailTranscript.mockResolvedValueOnce({ sentTo: 'r•••@people.example' })
    render(<EmailTranscript session={ended} />)
    const send = screen.getByRole('button', { name: 'Email me this conversation' })
    fireEvent.click(send)
    await screen.findByText(/We’ve sent your conversation/)
    const second = deferred<{ sentTo: string }>()
    server.emailTranscript.mockReturnValueOnce(second.promise)
    fireEvent.click(send)
    expect(screen.queryByText(/We’ve sent your conversation/)).toBeNull()
    second.resolve({ sentTo: 'r•••@people.example' })
    expect(await screen.findByText(/We’ve sent your conversation/)).toBeTruthy()
  })

  test('offers to send a conversation that is in progress: not every provider reports its end', () => {
    render(<EmailTranscript session={{ ...ended, hasEnded: false, inConversation: true }} />)
    expect(screen.getByRole('button', { name: 'Email me this conversation' })).toBeTruthy()
  })

  test('does not show the address of an earlier visitor to the next one', async () => {
    server.emailTranscript.mockResolvedValue({ sentTo: 'r•••@people.example' })
    const { rerender } = render(<EmailTranscript session={ended} />)
    fireEvent.click(screen.getByRole('button'))
    await screen.findByText(/We’ve sent your conversation/)
    rerender(<EmailTranscript session={idle} />)
    rerender(<EmailTranscript session={{ ...ended, conversation: { guestKey: 'another-key' } }} />)
    expect(screen.getByRole('button', { name: 'Email me this conversation' })).toBeTruthy()
    expect(screen.queryByText(/We’ve sent your conversation/)).toBeNull()
  })

  test.each([
    ['no conversation has taken place', { ...ended, conversation: undefined }, 'chatwoot'],
    ['the provider has no API that we use', ended, 'tawk'],
  ])('offers nothing while %s', (_, session, provider) => {
    server.provider = provider
    render(<EmailTranscript session={session} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
