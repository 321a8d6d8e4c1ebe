import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newsFromChatwoot } from './chatwoot.ts'
import { eventIdOf, protocolOf } from './protocols.ts'
import type { Delivery } from './signatures.ts'
import { newsFromTawk } from './tawk.ts'

const now = new Date('2027-03-01T11:00:00Z')
const secret = 'a-secret'

const delivered = (body: string, headers: Readonly<Record<string, string>>): Delivery => ({
  bytes: Buffer.from(body),
  header: (name) => headers[name],
  now,
})

const asTawk = (body: string, key = secret, id = 'event-1') =>
  delivered(body, {
    'x-tawk-signature': createHmac('sha1', key).update(body).digest('hex'),
    'x-hook-event-id': id,
  })

const asChatwoot = (body: string, key = secret, at: Date = now) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const mac = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
  return delivered(body, { 'x-chatwoot-timestamp': timestamp, 'x-chatwoot-signature': `sha256=${mac}` })
}

const nameOf = (provider: string, delivery: Delivery, secrets = [secret]) =>
  protocolOf(provider, secrets, delivery)?.name

test("a stage takes its own provider's signature and no other", () => {
  const [tawk, chatwoot] = [asTawk('{}'), asChatwoot('{}')]
  expect([nameOf('tawk', tawk), nameOf('tawk', chatwoot)]).toEqual(['tawk', undefined])
  expect([nameOf('chatwoot', tawk), nameOf('chatwoot', chatwoot)]).toEqual([undefined, 'chatwoot'])
  expect([nameOf('none', tawk), nameOf('none', chatwoot)]).toEqual([undefined, undefined])
})

test('the exact bytes are what is signed', () => {
  const { header } = asTawk('{"a":1}')
  for (const body of ['{"a": 1}', '{"a":2}', ''])
    expect(nameOf('tawk', { bytes: Buffer.from(body), header, now })).toBeUndefined()
})

test('while a secret is rotated the old one and the new one are good, and an empty one never is', () => {
  expect(nameOf('tawk', asTawk('{}', 'old'), ['new', 'old'])).toBe('tawk')
  expect(nameOf('tawk', asTawk('{}', 'older'), ['new', 'old'])).toBeUndefined()
  expect(nameOf('tawk', asTawk('{}', ''), [''])).toBeUndefined()
})

test.each([
  [-301, undefined],
  [-299, 'chatwoot'],
  [299, 'chatwoot'],
  [301, undefined],
])('a delivery of Chatwoot that was signed %i seconds from now: %s', (seconds, name) => {
  expect(nameOf('chatwoot', asChatwoot('{}', secret, new Date(now.getTime() + seconds * 1000)))).toBe(name)
})

test('a time that is no number is not about now', () => {
  const mac = createHmac('sha256', secret).update('soon.{}').digest('hex')
  const headers = { 'x-chatwoot-timestamp': 'soon', 'x-chatwoot-signature': `sha256=${mac}` }
  expect(nameOf('chatwoot', delivered('{}', headers))).toBeUndefined()
})

test('a delivery is called by its id; without a usable one, by its content', () => {
  const protocol = protocolOf('tawk', [secret], asTawk('{}'))
  if (protocol === undefined) throw new Error('It is signed')
  expect(eventIdOf(protocol, asTawk('{}'))).toBe('tawk:event-1')
  const unusable = ['', ' ', 'x'.repeat(101), 'line\nbreak'].map((id) =>
    eventIdOf(protocol, asTawk('{}', secret, id)),
  )
  expect(new Set(unusable).size).toBe(1)
  expect(unusable[0]).toMatch(/^tawk:[0-9a-f]{64}$/)
})

const transcript = (messages: readonly object[], email = 'Robin@Agents.example') => ({
  event: 'chat:transcript_created',
  chat: { id: 'c', visitor: { name: 'Robin', email }, messages },
})
const written = (t: string, time: string) => ({ sender: { t }, type: 'msg', msg: '…', time })

test('of a transcript, what agents wrote counts, in order of time', () => {
  const news = newsFromTawk(
    transcript([
      written('s', '2027-03-01T10:00:00Z'),
      written('v', '2027-03-01T10:01:00Z'),
      written('a', '2027-03-01T10:09:00Z'),
      written('a', '2027-03-01T10:05:00Z'),
      written('a', 'soon'),
    ]),
  )
  expect(news).toEqual({
    visitor: { email: 'robin@agents.example' },
    answers: [new Date('2027-03-01T10:05:00Z'), new Date('2027-03-01T10:09:00Z')],
  })
})

test.each([
  ['nobody answered', transcript([written('v', '2027-03-01T10:01:00Z')])],
  ['the visitor has no address', transcript([written('a', '2027-03-01T10:01:00Z')], '')],
  ['it is another event', { event: 'chat:start', visitor: { email: 'robin@agents.example' } }],
  ['it is nothing that we know', [1, 'two', null]],
])('a delivery of Tawk.to says nothing when %s', (_when, body) => {
  expect(newsFromTawk(body)).toBeUndefined()
})

const message = (changes: object = {}) => ({
  event: 'message_created',
  message_type: 'outgoing',
  private: false,
  created_at: '2027-03-01T10:59:30.000Z',
  sender: { id: 1, type: 'user' },
  conversation: { meta: { sender: { identifier: 'visitor-1' } } },
  ...changes,
})

test("an adviser's message is news as it is sent", () => {
  const at = (created_at: unknown) => newsFromChatwoot(message({ created_at }), now)?.answers
  expect(newsFromChatwoot(message(), now)?.visitor).toEqual({ id: 'visitor-1' })
  expect(at('2027-03-01T10:59:30.000Z')).toEqual([new Date('2027-03-01T10:59:30Z')])
  expect(at('2027-03-01 10:59:30 UTC')).toEqual([new Date('2027-03-01T10:59:30Z')])
  expect(at(Date.parse('2027-03-01T10:59:30Z') / 1000)).toEqual([new Date('2027-03-01T10:59:30Z')])
  expect([at(undefined), at('soon')]).toEqual([[now], [now]])
})

test.each([
  ['the visitor wrote', { message_type: 'incoming', sender: { type: 'contact' } }],
  ['a robot wrote', { sender: { type: 'agent_bot' } }],
  ['nobody did', { sender: null }],
  ['advisers wrote it to one another', { private: true }],
  ['a campaign sent it', { additional_attributes: { campaign_id: 7 } }],
  ['it came from a template', { message_type: 'template' }],
  ['the visitor is not one of ours', { conversation: { meta: { sender: { identifier: null } } } }],
  ['it was only changed', { event: 'message_updated' }],
])('a delivery of Chatwoot says nothing when %s', (_when, changes) => {
  expect(newsFromChatwoot(message(changes), now)).toBeUndefined()
})
