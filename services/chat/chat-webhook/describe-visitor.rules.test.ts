import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { log } from '#platform/log.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { startMemoryChat, type MemoryChat } from '#test/kit/in-memory/memory-chat.ts'
import { rawRequest } from '#test/kit/in-memory/raw-request.ts'
import { chatApiWith } from '../chat-api.ts'
import { chatCountRepository } from '../chat-count.repository.ts'
import { visitorFactsReader } from '../visitor-facts.ts'
import { visitorRepository } from '../visitor.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const visitorId = 'f'.repeat(32)
const question = JSON.stringify({
  event: 'message_created',
  message_type: 'incoming',
  created_at: now.toISOString(),
  sender: { id: 1, type: 'contact' },
  conversation: { meta: { sender: { identifier: visitorId }, hmac_verified: true } },
})

let chat: MemoryChat

beforeEach(async () => {
  vi.spyOn(log, 'info').mockReturnValue(undefined)
  chat = await startMemoryChat('identity-key', () => now)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await chat.close()
})

/** Delivers the question of a member with an annual plan. */
const deliver = async (token: string) => {
  const { table, account } = inMemory({ now })
  const { userId } = await account({ plan: 'annual' })
  const visitors = visitorRepository(table)
  await visitors.record(visitorId, { userId }, now)
  const conversation = chat.conversations.ensure({ id: visitorId, name: 'Robin', email: '' })
  const timestamp = String(now.getTime() / 1000)
  const mac = createHmac('sha256', 'a-secret').update(`${timestamp}.${question}`).digest('hex')
  const headers: Readonly<Record<string, string>> = {
    'x-chatwoot-timestamp': timestamp,
    'x-chatwoot-signature': `sha256=${mac}`,
  }
  const response = await handle(rawRequest({ body: question, headers, now }), {
    provider: 'chatwoot',
    signingSecrets: async () => ['a-secret'],
    changedSecrets: async () => [],
    visitors,
    recordMessages: async () => 'nothing',
    readFacts: visitorFactsReader(table),
    chatCount: chatCountRepository(table),
    openChatApi: async () => chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token }),
  })
  return { response, attributes: conversation.attributes }
}

describe('what advisers at Chatwoot see about a visitor', () => {
  test('is set at the question, before a reply', async () => {
    const { response, attributes } = await deliver('token')
    expect(response.statusCode).toBe(200)
    expect(attributes).toEqual({ access: 'Annual plan', country: 'Not known', earlier_tickets: 'None' })
  })

  test('is missing if the provider rejects the access, which is logged and fails nothing else', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
    const { response, attributes } = await deliver('wrong-token')
    expect(response.statusCode).toBe(200)
    expect(attributes).toEqual({})
    expect(warn).toHaveBeenCalledOnce()
  })
})
