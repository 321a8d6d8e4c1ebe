import { createHmac } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeServer } from '#local/kit/listen.ts'
import { createClock } from '#local/kit/clock.ts'
import { startChat, type ChatEmulator } from './server.ts'

const identityKey = 'identity-key'
const webhookSecret = 'webhook-secret'
const apiAccess = '1:1:api-token'

interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let service: Server
let chat: ChatEmulator
let received: ReceivedWebhook[]
/** Statuses of the service's next responses, in order; then 200. */
let nextStatuses: number[]

const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  received.push({ headers: request.headers, body: await text(request) })
  response.writeHead(nextStatuses.shift() ?? 200).end()
}

beforeEach(async () => {
  received = []
  nextStatuses = []
  service = createServer((request, response) => void listen(request, response))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const address = service.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const site = `http://127.0.0.1:${port}`
  chat = await startChat({ port: 0, clock: createClock(), site, identityKey, webhookSecret, apiAccess })
})

afterEach(async () => {
  await chat.close()
  await closeServer(service)
})

const post = async (action: string, body: object) => {
  const response = await fetch(`${chat.url}/api/${action}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const visitor = (id: string, key = identityKey) => ({
  id,
  name: 'Robin',
  email: `${id}@agents.example`,
  idSignature: createHmac('sha256', key).update(id).digest('hex'),
})

const start = async (body: object = {}) => String((await post('start', body)).body['token'])

describe('chat emulator', () => {
  test('delivers messages between visitor and adviser', async () => {
    const token = await start({ visitor: visitor('robin') })
    await post('send', { token, text: 'Good morning' })
    const conversation = chat.find({ email: 'ROBIN@agents.example' })
    if (!conversation) throw new Error('Robin has no conversation')
    chat.conversations.reply(conversation, 'Good morning to you')
    const { body } = await post('start', { token })
    expect(body).toMatchObject({
      state: 'answered',
      messages: [
        { from: 'visitor', text: 'Good morning' },
        { from: 'adviser', text: 'Good morning to you' },
      ],
    })
  })

  test('shows a visitor their own messages in every browser, and no others', async () => {
    await post('send', { token: await start({ visitor: visitor('robin') }), text: 'Mine' })
    expect((await post('start', { visitor: visitor('robin') })).body['messages']).toHaveLength(1)
    expect((await post('start', { visitor: visitor('sam') })).body['messages']).toEqual([])
    expect((await post('start', {})).body['messages']).toEqual([])
  })

  test('rejects visitors that the service has not signed', async () => {
    expect((await post('start', { visitor: visitor('robin', 'guessed') })).status).toBe(401)
  })

  test('ends the chat and invalidates the token when a visitor leaves, from one tab or several', async () => {
    const token = await start({ visitor: visitor('robin') })
    await post('send', { token, text: 'Good morning' })
    for (const _tab of ['one', 'another']) expect((await post('leave', { token })).status).toBe(200)
    expect(chat.find({ email: 'robin@agents.example' })?.state).toBe('ended')
    expect((await post('send', { token, text: 'Still me?' })).status).toBe(404)
  })

  test.each([
    ['no text', { text: ' ' }],
    ['too much text', { text: 'x'.repeat(4001) }],
    ['no token', { token: undefined, text: 'x' }],
  ])('rejects a message with %s', async (_what, body) => {
    expect((await post('send', { token: await start(), ...body })).status).toBe(400)
  })

  test('streams events to the browser', async () => {
    const token = await start({ visitor: visitor('robin') })
    const stream = await fetch(`${chat.url}/api/events?token=${token}`)
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const conversation = chat.find({ email: 'robin@agents.example' })
    if (!conversation || !reader) throw new Error('Robin has no conversation')
    chat.conversations.reply(conversation, 'Hello')
    chat.conversations.end(conversation)
    let streamed = ''
    while (!streamed.includes('ended')) streamed += (await reader.read()).value ?? ''
    expect(streamed).toContain('"text":"Hello"')
    await reader.cancel()
  })

  test('streams the messages that a browser has missed while it was offline', async () => {
    const token = await start({ visitor: visitor('robin') })
    await replyTo(token)
    const stream = await fetch(`${chat.url}/api/events?token=${token}`)
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let streamed = ''
    while (!streamed.includes('Hello')) streamed += (await reader?.read())?.value ?? ''
    expect(streamed).toContain('"text":"Hello"')
    await reader?.cancel()
  })

  const replyTo = async (token: string) => {
    const conversation = chat.conversations.of(token)
    if (!conversation) throw new Error('The token is invalid')
    chat.conversations.reply(conversation, 'Hello')
    await chat.dispatcher.waitUntilIdle()
    return conversation
  }

  test('signs the time and body of each adviser’s message as Chatwoot', async () => {
    await replyTo(await start({ visitor: visitor('robin') }))
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const timestamp = String(headers['x-chatwoot-timestamp'])
    const mac = createHmac('sha256', webhookSecret).update(`${timestamp}.${body}`).digest('hex')
    expect(headers['x-chatwoot-signature']).toBe(`sha256=${mac}`)
    expect(JSON.parse(body)).toMatchObject({
      event: 'message_created',
      message_type: 'outgoing',
      conversation: { meta: { sender: { identifier: 'robin' } } },
    })
  })

  test('sends the transcript of each chat when it ends, as Tawk.to', async () => {
    chat.setProvider('tawk')
    const token = await start({ visitor: visitor('robin') })
    chat.conversations.end(await replyTo(token))
    chat.conversations.end(await replyTo(token))
    await chat.dispatcher.waitUntilIdle()
    expect(received).toHaveLength(2)
    for (const { headers, body } of received) {
      expect(headers['x-tawk-signature']).toBe(createHmac('sha1', webhookSecret).update(body).digest('hex'))
      expect(JSON.parse(body).chat.messages).toHaveLength(1)
    }
  })

  test('retries failed deliveries with the same id', async () => {
    nextStatuses = [500]
    await replyTo(await start({ visitor: visitor('robin') }))
    const ids = received.map(({ headers }) => headers['x-chatwoot-delivery'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test.each([
    ['it is closed', () => chat.close()],
    ['it is reset', async () => chat.reset()],
  ])('does not retry a delivery after %s', async (_event, stop) => {
    nextStatuses = [500]
    const idle = replyTo(await start({ visitor: visitor('robin') }))
    await expect.poll(() => received).toHaveLength(1)
    await stop()
    await idle
    expect(received).toHaveLength(1)
    expect(chat.dispatcher.state().delivered).toEqual([])
  })

  test('holds events until they are released, and can repeat them', async () => {
    chat.dispatcher.setMode('hold')
    await replyTo(await start({ visitor: visitor('robin') }))
    expect(received).toEqual([])
    const [held] = chat.dispatcher.state().held
    await chat.dispatcher.release([String(held?.id)], 2)
    expect(received).toHaveLength(2)
    expect(chat.dispatcher.state().held).toEqual([])
  })

  test('deletes all conversations on reset', async () => {
    const token = await start({ visitor: visitor('robin') })
    chat.reset()
    expect(chat.conversations.list()).toEqual([])
    expect((await post('send', { token, text: 'x' })).status).toBe(404)
  })

  test('lets only the site embed the frame', async () => {
    const policy = (await fetch(`${chat.url}/frame`)).headers.get('content-security-policy')
    expect(policy).toContain('frame-ancestors http://127.0.0.1:')
    expect((await fetch(`${chat.url}/nothing`)).status).toBe(404)
  })
})
