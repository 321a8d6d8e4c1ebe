import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventFromChatwoot } from './chatwoot.ts'
import { eventIdOf, protocolOf } from './protocols.ts'
import type { Delivery } from './signatures.ts'
import { eventFromTawk } from './tawk.ts'

const now = new Date('2027-03-01T11:00:00Z')
const secret = 'a-secret'

const deliveryOf = (body: string, headers: Readonly<Record<string, string>>): Delivery => ({
  bytes: Buffer.from(body),
  header: (name) => headers[name],
  now,
})

const signedByTawk = (body: string, key = secret, id = 'event-1') =>
  deliveryOf(body, {
    'x-tawk-signature': createHmac('sha1', key).update(body).digest('hex'),
    'x-hook-event-id': id,
  })

const signedByChatwoot = (body: string, key = secret, at: Date = now) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const mac = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
  return deliveryOf(body, { 'x-chatwoot-timestamp': timestamp, 'x-chatwoot-signature': `sha256=${mac}` })
}

const nameOf = (provider: string, delivery: Delivery, secrets = [secret]) =>
  protocolOf(provider, secrets, delivery)?.name

describe('protocolOf', () => {
  test("accepts the signature of the stage's own provider and no other", () => {
    const [tawk, chatwoot] = [signedByTawk('{}'), signedByChatwoot('{}')]
    expect([nameOf('tawk', tawk), nameOf('tawk', chatwoot)]).toEqual(['tawk', undefined])
    expect([nameOf('chatwoot', tawk), nameOf('chatwoot', chatwoot)]).toEqual([undefined, 'chatwoot'])
    expect([nameOf('none', tawk), nameOf('none', chatwoot)]).toEqual([undefined, undefined])
  })

  test('verifies the exact bytes of the body', () => {
    const { header } = signedByTawk('{"a":1}')
    for (const body of ['{"a": 1}', '{"a":2}', ''])
      expect(nameOf('tawk', { bytes: Buffer.from(body), header, now })).toBeUndefined()
  })

  test('accepts the old and the new secret during a rotation, and never an empty one', () => {
    expect(nameOf('tawk', signedByTawk('{}', 'old'), ['new', 'old'])).toBe('tawk')
    expect(nameOf('tawk', signedByTawk('{}', 'older'), ['new', 'old'])).toBeUndefined()
    expect(nameOf('tawk', signedByTawk('{}', ''), [''])).toBeUndefined()
  })

  test.each([
    [-301, undefined],
    [-300, 'chatwoot'],
    [300, 'chatwoot'],
    [301, undefined],
  ])('given a Chatwoot delivery signed %i seconds from now, returns %s', (seconds, name) => {
    const at = new Date(now.getTime() + seconds * 1000)
    expect(nameOf('chatwoot', signedByChatwoot('{}', secret, at))).toBe(name)
  })

  test('rejects a Chatwoot timestamp that is not a number', () => {
    const mac = createHmac('sha256', secret).update('soon.{}').digest('hex')
    const headers = { 'x-chatwoot-timestamp': 'soon', 'x-chatwoot-signature': `sha256=${mac}` }
    expect(nameOf('chatwoot', deliveryOf('{}', headers))).toBeUndefined()
  })
})

describe('eventIdOf', () => {
  test('returns the id in the header, or a hash of the body if that id is unusable', () => {
    const protocol = protocolOf('tawk', [secret], signedByTawk('{}'))
    if (protocol === undefined) throw new Error('The delivery should be accepted')
    expect(eventIdOf(protocol, signedByTawk('{}'))).toBe('tawk:event-1')
    const unusable = ['', ' ', 'x'.repeat(101), 'line\nbreak'].map((id) =>
      eventIdOf(protocol, signedByTawk('{}', secret, id)),
    )
    expect(new Set(unusable).size).toBe(1)
    expect(unusable[0]).toMatch(/^tawk:[0-9a-f]{64}$/)
  })
})

const transcript = (messages: readonly object[], email = 'Robin@Agents.example') => ({
  event: 'chat:transcript_created',
  chat: { id: 'c', visitor: { name: 'Robin', email }, messages },
})
const messageFrom = (t: string, time: string) => ({ sender: { t }, type: 'msg', msg: '…', time })

describe('eventFromTawk', () => {
  test('returns the messages of agents and the visitor, earliest first', () => {
    const event = eventFromTawk(
      transcript([
        messageFrom('s', '2027-03-01T10:00:00Z'),
        messageFrom('v', '2027-03-01T10:01:00Z'),
        messageFrom('a', '2027-03-01T10:09:00Z'),
        messageFrom('a', '2027-03-01T10:05:00Z'),
        messageFrom('a', 'soon'),
      ]),
    )
    expect(event).toEqual({
      visitor: { email: 'robin@agents.example' },
      messages: [
        { from: 'visitor', at: new Date('2027-03-01T10:01:00Z') },
        { from: 'adviser', at: new Date('2027-03-01T10:05:00Z') },
        { from: 'adviser', at: new Date('2027-03-01T10:09:00Z') },
      ],
    })
  })

  test.each([
    ['nobody wrote', transcript([messageFrom('s', '2027-03-01T10:01:00Z')])],
    ['it is another event', { event: 'chat:start', visitor: { email: 'robin@agents.example' } }],
    ['the body has an unknown shape', [1, 'two', null]],
  ])('returns undefined when %s', (_when, body) => {
    expect(eventFromTawk(body)).toBeUndefined()
  })

  test.each([
    ['there is none', ''],
    ['no account can have it', `${'a'.repeat(3000)}@agents.example`],
  ])('leaves out the address of the visitor if %s', (_when, email) => {
    const body = transcript([messageFrom('a', '2027-03-01T10:01:00Z')], email)
    expect(eventFromTawk(body)).toMatchObject({ visitor: undefined, messages: [{ from: 'adviser' }] })
  })
})

const conversationOf = (identifier: unknown, verified: object = { hmac_verified: true }) => ({
  meta: { sender: { identifier }, ...verified },
})
const message = (changes: object = {}) => ({
  event: 'message_created',
  message_type: 'outgoing',
  private: false,
  created_at: '2027-03-01T10:59:30.000Z',
  sender: { id: 1, type: 'user' },
  conversation: conversationOf('visitor-1'),
  ...changes,
})

describe('eventFromChatwoot', () => {
  test("returns an adviser's message with its time, or the current time if it has none", () => {
    const at = (created_at: unknown) =>
      eventFromChatwoot(message({ created_at }), now)?.messages.map((one) => one.at)
    expect(eventFromChatwoot(message(), now)?.visitor).toEqual({ id: 'visitor-1' })
    expect(at('2027-03-01T10:59:30.000Z')).toEqual([new Date('2027-03-01T10:59:30Z')])
    expect(at('2027-03-01 10:59:30 UTC')).toEqual([new Date('2027-03-01T10:59:30Z')])
    expect(at(Date.parse('2027-03-01T10:59:30Z') / 1000)).toEqual([new Date('2027-03-01T10:59:30Z')])
    expect([at(undefined), at('soon'), at(1e20)]).toEqual([[now], [now], [now]])
  })

  test('returns the author of the message', () => {
    const from = (changes: object) =>
      eventFromChatwoot(message(changes), now)?.messages.map((one) => one.from)
    expect(from({})).toEqual(['adviser'])
    for (const sender of [{ type: 'contact' }, {}, null])
      expect(from({ message_type: 'incoming', sender })).toEqual(['visitor'])
  })

  test.each([
    ['a bot wrote it', { sender: { type: 'agent_bot' } }],
    ['it has no sender', { sender: null }],
    ['it is a private note between advisers', { private: true }],
    ['a campaign sent it', { additional_attributes: { campaign_id: 7 } }],
    ['it comes from a template', { message_type: 'template' }],
    ['the visitor has no identifier', { conversation: conversationOf(null) }],
    ['we sign no such identifier', { conversation: conversationOf('a'.repeat(3000)) }],
    ['the visitor has another’s identifier', { conversation: conversationOf('1', { hmac_verified: false }) }],
    ['Chatwoot does not say that it has verified it', { conversation: conversationOf('1', {}) }],
    ['it was only updated', { event: 'message_updated' }],
  ])('returns undefined when %s', (_when, changes) => {
    expect(eventFromChatwoot(message(changes), now)).toBeUndefined()
  })
})
