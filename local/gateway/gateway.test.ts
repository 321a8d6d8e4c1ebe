import { expect, test } from 'vitest'
import { single, type HttpRequest } from '../http.ts'
import type { Outcome } from '../runtime/instance.ts'
import type { ApiRoute, HttpApi } from '../template/api.ts'
import { createGateway } from './gateway.ts'

const authorizer = { userPoolId: 'pool', audience: ['client'] }

const route = (key: string, extra: Partial<ApiRoute> = {}): ApiRoute => ({
  key,
  functionArn: `fn ${key}`,
  authorizer: undefined,
  scopes: [],
  throttling: undefined,
  ...extra,
})

const api: HttpApi = {
  id: 'api1',
  endpoint: 'https://api1.execute-api.eu-west-2.amazonaws.com',
  stage: '$default',
  throttling: undefined,
  routes: [
    route('POST /functions/open'),
    route('POST /functions/closed', { authorizer, scopes: ['sign.in'] }),
    route('GET /d/{code}'),
    route('GET /d/fixed'),
    route('ANY /all/{rest+}'),
    route('POST /rare', { throttling: { rate: 0.001, burst: 1 } }),
  ],
}

/** Tokens of the test are their claims as JSON; anything else is a forgery. */
const cognito = {
  verifyToken: async (_: string, token: string): Promise<{ sub: string }> => JSON.parse(token),
}

interface Seen {
  readonly arn: string
  readonly event: Record<string, unknown>
}

const start = (outcome: Outcome = { ok: true, payload: { statusCode: 200, body: 'ok' } }) => {
  const seen: Seen[] = []
  const functions = {
    invoke: async (arn: string, event: unknown) => {
      seen.push({ arn, event: event as Record<string, unknown> })
      return outcome
    },
  }
  const clock = { now: () => new Date('2026-11-20T10:00:00Z') }
  const gateway = createGateway({ api, accountId: '0', functions, cognito, clock })
  const send = async (method: string, path: string, extra: Partial<HttpRequest> = {}) => {
    const request = {
      method,
      path,
      query: '',
      headers: {},
      body: Buffer.alloc(0),
      from: '192.0.2.1:5',
      ...extra,
    }
    const { status, headers, body } = await gateway.handle(request)
    return { status, headers, text: body.toString() }
  }
  return { seen, send }
}

const bearer = (claims: object) => ({
  headers: single({ authorization: `Bearer ${JSON.stringify(claims)}` }),
})

test('answers 404 where no route leads', async () => {
  const { send } = start()
  expect(await send('GET', '/functions/open')).toMatchObject({ status: 404, text: '{"message":"Not Found"}' })
})

test.each([
  ['GET', '/d/fixed', 'GET /d/fixed', undefined],
  ['GET', '/d/a%20b', 'GET /d/{code}', { code: 'a b' }],
  ['PUT', '/all/x/y', 'ANY /all/{rest+}', { rest: 'x/y' }],
])('takes %s %s to %s', async (method, path, key, pathParameters) => {
  const { send, seen } = start()
  await send(method, path)
  expect(seen[0]).toMatchObject({ arn: `fn ${key}`, event: { routeKey: key } })
  expect(seen[0]?.event['pathParameters']).toEqual(pathParameters)
})

test.each([
  ['no token', {}, 401, 'Unauthorized'],
  ['a forged token', { headers: single({ authorization: 'Bearer forged' }) }, 401, 'Unauthorized'],
  [
    'a token for another client',
    bearer({ sub: 'u', client_id: 'other', scope: 'sign.in' }),
    401,
    'Unauthorized',
  ],
  ['a token without the scope', bearer({ sub: 'u', client_id: 'client', scope: 'other' }), 403, 'Forbidden'],
  ['an ID token', bearer({ sub: 'u', aud: 'client' }), 403, 'Forbidden'],
])('refuses %s before the function runs', async (_, extra, status, message) => {
  const { send, seen } = start()
  const reply = await send('POST', '/functions/closed', extra)
  expect(reply).toMatchObject({ status, text: JSON.stringify({ message }) })
  expect(seen).toHaveLength(0)
})

test('hands the claims of a good token on as text', async () => {
  const { send, seen } = start()
  const claims = { sub: 'u', client_id: 'client', scope: 'sign.in more', exp: 12, groups: ['a', 'b'] }
  await send('POST', '/functions/closed', bearer(claims))
  expect(seen[0]?.event['requestContext']).toMatchObject({
    authorizer: { jwt: { claims: { sub: 'u', exp: '12', groups: '[a b]' }, scopes: ['sign.in', 'more'] } },
  })
})

test('builds the event of payload format 2.0', async () => {
  const { send, seen } = start()
  await send('POST', '/functions/open', {
    query: 'a=1&a=2&b=x%20y',
    headers: { 'content-type': ['application/json'], cookie: ['c=1; d=2'], 'x-many': ['1', '2'] },
    body: Buffer.from('{"é":1}'),
  })
  expect(seen[0]?.event).toMatchObject({
    version: '2.0',
    rawPath: '/functions/open',
    rawQueryString: 'a=1&a=2&b=x%20y',
    queryStringParameters: { a: '1,2', b: 'x y' },
    cookies: ['c=1', 'd=2'],
    headers: { 'content-type': 'application/json', 'x-many': '1,2' },
    body: '{"é":1}',
    isBase64Encoded: false,
    requestContext: {
      http: { method: 'POST', sourceIp: '192.0.2.1' },
      time: '20/Nov/2026:10:00:00 +0000',
      stage: '$default',
    },
  })
})

test('hands a body that is not text on as base64', async () => {
  const { send, seen } = start()
  const headers = single({ 'content-type': 'application/x-www-form-urlencoded' })
  await send('POST', '/functions/open', { headers, body: Buffer.from('a=b') })
  expect(seen[0]?.event).toMatchObject({ body: 'YT1i', isBase64Encoded: true })
})

test('answers what the function returned, cookies and base64 included', async () => {
  const payload = {
    statusCode: 303,
    headers: { Location: '/x' },
    cookies: ['a=1', 'b=2'],
    body: 'aGk=',
    isBase64Encoded: true,
  }
  const { send } = start({ ok: true, payload })
  const reply = await send('POST', '/functions/open')
  expect(reply).toMatchObject({ status: 303, text: 'hi' })
  expect(reply.headers).toMatchObject({ location: ['/x'], 'set-cookie': ['a=1', 'b=2'] })
})

test.each<[string, Outcome, number, string]>([
  ['fails', { ok: false, error: { errorType: 'Error', errorMessage: 'x' } }, 500, 'Internal Server Error'],
  [
    'is throttled',
    { ok: false, error: { errorType: 'TooManyRequestsException', errorMessage: 'x' } },
    503,
    'Service Unavailable',
  ],
  ['answers nonsense', { ok: true, payload: { statusCode: 'x' } }, 500, 'Internal Server Error'],
])('says so when the function %s, and no more', async (_, outcome, status, message) => {
  const { send } = start(outcome)
  expect(await send('POST', '/functions/open')).toMatchObject({ status, text: JSON.stringify({ message }) })
})

test('refuses what comes faster than the template allows', async () => {
  const { send } = start()
  expect((await send('POST', '/rare')).status).toBe(200)
  expect(await send('POST', '/rare')).toMatchObject({ status: 429, text: '{"message":"Too Many Requests"}' })
})

test('refuses a body of more than 10 MB', async () => {
  const { send } = start()
  const reply = await send('POST', '/functions/open', { body: Buffer.alloc(10 * 1024 * 1024 + 1) })
  expect(reply.status).toBe(413)
})
