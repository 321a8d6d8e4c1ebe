import { createHmac } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeServer } from '../cloud/listen.ts'
import { createClock } from '../clock.ts'
import { startChat, type ChatStandIn } from './server.ts'

const identityKey = 'identity-key'
const webhookSecret = 'webhook-secret'

interface Heard {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let service: Server
let chat: ChatStandIn
let heard: Heard[]
/** What the service answers, in turn; then 200. */
let answers: number[]

const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  heard.push({ headers: request.headers, body: await text(request) })
  response.writeHead(answers.shift() ?? 200).end()
}

beforeEach(async () => {
  heard = []
  answers = []
  service = createServer((request, response) => void listen(request, response))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const address = service.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const site = `http://127.0.0.1:${port}`
  chat = await startChat({ port: 0, clock: createClock(), site, identityKey, webhookSecret })
})

afterEach(async () => {
  await chat.close()
  await closeServer(service)
})

const ask = async (action: string, body: object) => {
  const response = await fetch(`${chat.url}/api/${action}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const visitor = (id: string, key = identityKey) => ({
  id,
  name: 'Robin',
  email: `${id}@agents.example`,
  idSignature: createHmac('sha256', key).update(id).digest('hex'),
})

const begin = async (body: object = {}) => String((await ask('begin', body)).body['token'])

test('what a visitor writes and an adviser answers reaches the other', async () => {
  const token = await begin({ visitor: visitor('robin') })
  await ask('say', { token, text: 'Good morning' })
  const conversation = chat.find({ email: 'ROBIN@agents.example' })
  if (!conversation) throw new Error('Robin is there')
  chat.conversations.reply(conversation, 'Good morning to you')
  const { body } = await ask('begin', { token })
  expect(body).toMatchObject({
    state: 'answered',
    messages: [
      { from: 'visitor', text: 'Good morning' },
      { from: 'adviser', text: 'Good morning to you' },
    ],
  })
})

test('a visitor finds their words in another browser; somebody else finds none of them', async () => {
  await ask('say', { token: await begin({ visitor: visitor('robin') }), text: 'Mine' })
  expect((await ask('begin', { visitor: visitor('robin') })).body['messages']).toHaveLength(1)
  expect((await ask('begin', { visitor: visitor('sam') })).body['messages']).toEqual([])
  expect((await ask('begin', {})).body['messages']).toEqual([])
})

test('a name that the service has not signed is nobody’s', async () => {
  expect((await ask('begin', { visitor: visitor('robin', 'guessed') })).status).toBe(401)
})

test('a visitor who left, in one tab or in several, has ended the chat, and their token opens nothing', async () => {
  const token = await begin({ visitor: visitor('robin') })
  await ask('say', { token, text: 'Good morning' })
  for (const _tab of ['one', 'another']) expect((await ask('leave', { token })).status).toBe(200)
  expect(chat.find({ email: 'robin@agents.example' })?.state).toBe('ended')
  expect((await ask('say', { token, text: 'Still me?' })).status).toBe(404)
})

test.each([
  ['no text', { text: ' ' }],
  ['far too much', { text: 'x'.repeat(4001) }],
  ['no token', { token: undefined, text: 'x' }],
])('refuses %s', async (_what, body) => {
  expect((await ask('say', { token: await begin(), ...body })).status).toBe(400)
})

test('tells a browser what happens, as it happens', async () => {
  const token = await begin({ visitor: visitor('robin') })
  const news = await fetch(`${chat.url}/api/news?token=${token}`)
  const reader = news.body?.pipeThrough(new TextDecoderStream()).getReader()
  const conversation = chat.find({ email: 'robin@agents.example' })
  if (!conversation || !reader) throw new Error('Robin is there')
  chat.conversations.reply(conversation, 'Hello')
  chat.conversations.end(conversation)
  let said = ''
  while (!said.includes('ended')) said += (await reader.read()).value ?? ''
  expect(said).toContain('"text":"Hello"')
  await reader.cancel()
})

const replyTo = async (token: string) => {
  const conversation = chat.conversations.of(token)
  if (!conversation) throw new Error('The token is good')
  chat.conversations.reply(conversation, 'Hello')
  await chat.courier.settle()
  return conversation
}

test("as Chatwoot it signs time and body of each adviser's message", async () => {
  await replyTo(await begin({ visitor: visitor('robin') }))
  const [{ headers, body } = { headers: {}, body: '' }] = heard
  const timestamp = String(headers['x-chatwoot-timestamp'])
  const mac = createHmac('sha256', webhookSecret).update(`${timestamp}.${body}`).digest('hex')
  expect(headers['x-chatwoot-signature']).toBe(`sha256=${mac}`)
  expect(JSON.parse(body)).toMatchObject({
    event: 'message_created',
    message_type: 'outgoing',
    conversation: { meta: { sender: { identifier: 'robin' } } },
  })
})

test('as Tawk.to it sends what was said since the chat began, when it ends', async () => {
  chat.speakAs('tawk')
  const token = await begin({ visitor: visitor('robin') })
  chat.conversations.end(await replyTo(token))
  chat.conversations.end(await replyTo(token))
  await chat.courier.settle()
  expect(heard).toHaveLength(2)
  for (const { headers, body } of heard) {
    expect(headers['x-tawk-signature']).toBe(createHmac('sha1', webhookSecret).update(body).digest('hex'))
    expect(JSON.parse(body).chat.messages).toHaveLength(1)
  }
})

test('comes again when the service could not take it, by the same id', async () => {
  answers = [500]
  await replyTo(await begin({ visitor: visitor('robin') }))
  const ids = heard.map(({ headers }) => headers['x-chatwoot-delivery'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('what is held waits for its release, and can be repeated', async () => {
  chat.courier.setMode('hold')
  await replyTo(await begin({ visitor: visitor('robin') }))
  expect(heard).toEqual([])
  const [held] = chat.courier.state().held
  await chat.courier.release([String(held?.id)], 2)
  expect(heard).toHaveLength(2)
  expect(chat.courier.state().held).toEqual([])
})

test('a reset forgets everybody', async () => {
  const token = await begin({ visitor: visitor('robin') })
  chat.reset()
  expect(chat.conversations.list()).toEqual([])
  expect((await ask('say', { token, text: 'x' })).status).toBe(404)
})

test('shows its frame on the site only', async () => {
  const policy = (await fetch(`${chat.url}/frame`)).headers.get('content-security-policy')
  expect(policy).toContain('frame-ancestors http://127.0.0.1:')
  expect((await fetch(`${chat.url}/nothing`)).status).toBe(404)
})
