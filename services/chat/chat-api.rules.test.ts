import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { chatApiWith } from './chat-api.ts'

const base = 'https://chat.example'
const api = chatApiWith({ base, accountId: '1', inboxId: 7, token: 'token' })

const search = 'GET /contacts/search?q=visitor-1'
const conversations = 'GET /contacts/5/conversations'
const messages = 'GET /conversations/70/messages'

/** Contacts whose names or identifiers contain the text of the search. */
const contacts = {
  payload: [
    { id: 4, identifier: 'visitor-12', custom_attributes: { access: 'Monthly plan' } },
    { id: 5, identifier: 'visitor-1', custom_attributes: { access: 'Annual plan' } },
  ],
}
const conversation = (id: number, inbox_id: number, last_activity_at: number) => ({
  id,
  inbox_id,
  last_activity_at,
  meta: { sender: { id: 5 } },
})
const message = (id: number, content: string, changes: object = {}) => ({
  id,
  content,
  message_type: 1,
  private: false,
  created_at: 1_800_000_000 + id,
  ...changes,
})

type Responses = Readonly<Record<string, object>> | ((request: string) => object | undefined)

/** Responds to requests by method and path, and with 404 to any other. Returns the requests, with their bodies. */
const provider = (responses: Responses): string[] => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const request = `${method} ${address.slice(`${base}/api/v1/accounts/1`.length)}`
    sent.push(typeof body === 'string' ? `${request} ${body}` : request)
    const found = typeof responses === 'function' ? responses(request) : responses[request]
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(found)
  })
  return sent
}

describe('the conversation of a visitor', () => {
  test('contains no private notes between advisers and no notices of the system', async () => {
    const pages: Readonly<Record<string, object>> = {
      [search]: contacts,
      [conversations]: { payload: [conversation(70, 7, 100)] },
      [messages]: {
        payload: [
          message(1, 'My question', { message_type: 0 }),
          message(2, 'This visitor asks every week', { private: true }),
          message(3, 'Conversation was assigned', { message_type: 2 }),
          message(4, 'An answer'),
          message(5, '', { message_type: 0 }),
        ],
      },
    }
    provider((request) => (request.includes('?before=') ? { payload: [] } : pages[request]))
    expect(await api.findLatest('visitor-1')).toMatchObject({
      id: 70,
      lastMessageId: 5,
      isShortened: false,
      messages: [
        { from: 'visitor', text: 'My question' },
        { from: 'adviser', text: 'An answer' },
        { from: 'visitor', text: '(a file)' },
      ],
    })
  })

  test('is the latest of the configured inbox, not of another inbox', async () => {
    provider({
      [search]: contacts,
      [conversations]: {
        payload: [conversation(69, 7, 90), conversation(70, 7, 100), conversation(80, 8, 200)],
      },
      [messages]: { payload: [] },
    })
    expect(await api.findLatest('visitor-1')).toMatchObject({ id: 70 })
  })

  test('is undefined if only contacts with longer identifiers are found, and without a conversation', async () => {
    provider({ [search]: { payload: contacts.payload.slice(0, 1) } })
    expect(await api.findLatest('visitor-1')).toBeUndefined()
    provider({ [search]: contacts, [conversations]: { payload: [] } })
    expect(await api.findLatest('visitor-1')).toBeUndefined()
  })

  test('is shortened to its last 500 messages', async () => {
    const found: Readonly<Record<string, object>> = {
      [search]: contacts,
      [conversations]: { payload: [conversation(70, 7, 100)] },
    }
    const page = (last: number) => ({
      payload: Array.from({ length: 20 }, (_, index) => message(last - 19 + index, 'x')),
    })
    provider((request) => {
      const before = /\?before=(\d+)$/.exec(request)?.[1]
      if (!request.startsWith(messages)) return found[request]
      return page(before === undefined ? 10_000 : Number(before) - 1)
    })
    const latest = await api.findLatest('visitor-1')
    expect(latest).toMatchObject({ lastMessageId: 10_000, isShortened: true })
    expect(latest?.messages).toHaveLength(500)
  })

  test('is shortened to the messages that a slow provider returns within 14 seconds', async () => {
    const found: Readonly<Record<string, object>> = {
      [search]: contacts,
      [conversations]: { payload: [conversation(70, 7, 100)] },
    }
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const sent = provider((request) => {
      elapsedMs += 3000
      const before = Number(/\?before=(\d+)$/.exec(request)?.[1] ?? 101)
      if (!request.startsWith(messages)) return found[request]
      return { payload: before > 1 ? [message(before - 20, 'x'), message(before - 1, 'x')] : [] }
    })
    const latest = await api.findLatest('visitor-1')
    time.mockRestore()
    expect(sent).toHaveLength(5)
    expect(latest).toMatchObject({ lastMessageId: 100, isShortened: true, messages: { length: 6 } })
  })

  test('fails if the provider returns something else', async () => {
    provider({ [search]: { payload: 'none' } })
    await expect(api.findLatest('visitor-1')).rejects.toMatchObject({ code: 'chat_provider_error' })
  })
})

describe('the contact of a visitor', () => {
  test('gets attributes, and no other contact does', async () => {
    const sent = provider({ [search]: contacts, 'PUT /contacts/5': {} })
    await api.describeVisitor('visitor-1', { access: 'Monthly plan' })
    expect(sent).toEqual([search, 'PUT /contacts/5 {"custom_attributes":{"access":"Monthly plan"}}'])
  })

  test('is sent as JSON, which the provider ignores without its content type', async () => {
    provider({ [search]: contacts, 'PUT /contacts/5': {} })
    const types: (string | null)[] = []
    const respond = fetch
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      types.push(new Headers(init.headers).get('content-type'))
      return respond(address, init)
    })
    await api.describeVisitor('visitor-1', { access: 'Monthly plan' })
    expect(types).toEqual([null, 'application/json'])
  })

  test('is not described or forgotten if only other contacts are found', async () => {
    const sent = provider({ [search]: { payload: contacts.payload.slice(0, 1) } })
    await api.describeVisitor('visitor-1', { access: 'Monthly plan' })
    await api.forgetVisitor('visitor-1')
    expect(sent).toEqual([search, search])
  })
})

describe('an API with a total time', () => {
  test('ends a request that is running when the time is over, and starts no other', async () => {
    const end = new AbortController()
    const limited = chatApiWith({ base, accountId: '1', inboxId: 7, token: 'token' }, end.signal)
    const sent: string[] = []
    vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
      sent.push(address)
      if (sent.length === 2) end.abort()
      signal.throwIfAborted()
      return Response.json(contacts)
    })
    await expect(limited.forgetVisitor('visitor-1')).rejects.toMatchObject({ code: 'chat_provider_error' })
    expect(sent).toHaveLength(2)
  })
})

describe('old conversations', () => {
  test('are listed only if they are in the configured inbox', async () => {
    const query = 'status=all&assignee_type=all&inbox_id=7&sort_by=last_activity_at_asc&page=2'
    provider({
      [`GET /conversations?${query}`]: {
        data: { payload: [conversation(80, 8, 10), conversation(70, 7, 100)] },
      },
    })
    expect(await api.listOldest(2)).toEqual([{ id: 70, contactId: 5, lastMessageAt: new Date(100_000) }])
  })

  test('are deleted without their contact if it has another one', async () => {
    const sent = provider({
      [conversations]: { payload: [conversation(70, 7, 100), conversation(80, 8, 200)] },
      'DELETE /conversations/70': {},
    })
    await api.delete({ id: 70, contactId: 5 })
    expect(sent).toEqual([conversations, 'DELETE /conversations/70'])
  })
})

describe('the access token of the provider', () => {
  const servers: ReturnType<typeof createServer>[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  const serve = async (respond: RequestListener): Promise<string> => {
    const server = createServer(respond)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has an address of this type.
    const { port } = server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  test('does not follow a redirect to another server', async () => {
    const received: unknown[] = []
    const other = await serve(({ headers }, response) => {
      received.push(headers)
      response.end('{"payload":[]}')
    })
    const redirecting = await serve((_request, response) => {
      response.writeHead(302, { location: other }).end()
    })
    const redirected = chatApiWith({ base: redirecting, accountId: '1', inboxId: 7, token: 'token' })
    await expect(redirected.findLatest('visitor-1')).rejects.toMatchObject({ code: 'chat_provider_error' })
    expect(received).toEqual([])
  })
})
