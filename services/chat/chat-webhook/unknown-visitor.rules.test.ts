import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/no-log.ts'
import { countMetrics } from '#platform/metric.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { rawRequest } from '#test/kit/in-memory/raw-request.ts'
import { chatCountRepository } from '../chat-count.repository.ts'
import { visitorFactsReader } from '../visitor-facts.ts'
import { visitorRepository } from '../visitor.repository.ts'
import { handle } from './handler.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))
beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
})

const now = new Date('2027-03-01T10:00:00Z')
const timestamp = String(now.getTime() / 1000)
const visitorId = 'f'.repeat(32)
const mac = (algorithm: string, text: string) => createHmac(algorithm, 'a-secret').update(text).digest('hex')

/** Delivers the report of a chat to a stage on which a member is the visitor with `visitorId`. */
const deliver = async (report: object, as: 'tawk' | 'chatwoot') => {
  const { table, account } = inMemory({ now })
  const { userId } = await account({ plan: 'annual' })
  const visitors = visitorRepository(table)
  await visitors.record(visitorId, { userId }, now)
  const body = JSON.stringify(report)
  const headers: Readonly<Record<string, string>> = {
    'x-tawk-signature': as === 'tawk' ? mac('sha1', body) : '',
    'x-chatwoot-timestamp': timestamp,
    'x-chatwoot-signature': as === 'chatwoot' ? `sha256=${mac('sha256', `${timestamp}.${body}`)}` : '',
  }
  return handle(rawRequest({ body, headers, now }), {
    provider: as,
    signingSecrets: async () => ['a-secret'],
    changedSecrets: async () => [],
    visitors,
    recordMessages: async () => 'nothing',
    readFacts: visitorFactsReader(table),
    chatCount: chatCountRepository(table),
    openChatApi: async () => undefined,
  })
}

/** Tawk.to's transcript with one message of an adviser (`a`) or the visitor (`v`). */
const transcript = (visitor: object, author: 'a' | 'v') => ({
  event: 'chat:transcript_created',
  chat: {
    visitor: { name: 'V1561719148780935', ...visitor },
    messages: [{ sender: { t: author }, type: 'msg', msg: '…', time: now.toISOString() }],
  },
})

const stranger = { email: 'stranger@people.example' }

describe('a chat that Tawk.to reports', () => {
  test.each<[string, object, 'a' | 'v', number]>([
    ['counts for the alarm if an adviser replied to an address that no account has', stranger, 'a', 1],
    ['counts for the alarm if an adviser replied to a visitor without an address', {}, 'a', 1],
    ['counts for the alarm if the address is empty', { email: '' }, 'a', 1],
    ['counts for the alarm if the address is null', { email: null }, 'a', 1],
    ['does not count if no adviser replied', stranger, 'v', 0],
    ['does not count if we signed its visitor', { email: `${visitorId}@visitor.invalid` }, 'a', 0],
  ])('%s', async (_name, visitor, author, times) => {
    expect(await deliver(transcript(visitor, author), 'tawk')).toMatchObject({ statusCode: 200 })
    const counted = Array.from({ length: times }, () => [{ UnknownChatVisitors: 1 }])
    expect(vi.mocked(countMetrics).mock.calls).toEqual(counted)
  })
})

test('an unknown visitor at Chatwoot is not counted: its widget tells the page about a rejected signature', async () => {
  const report = {
    event: 'message_created',
    message_type: 'outgoing',
    created_at: now.toISOString(),
    sender: { id: 1, type: 'user' },
    conversation: { meta: { sender: { identifier: 'an-unknown-visitor' }, hmac_verified: true } },
  }
  expect(await deliver(report, 'chatwoot')).toMatchObject({ statusCode: 200 })
  expect(countMetrics).not.toHaveBeenCalled()
})
