import { describe, expect, test } from 'vitest'
import { toHeaders, type HttpRequest } from '#local/kit/http.ts'
import type { Outcome } from '../lambda/instance.ts'
import type { ApiRoute, HttpApi } from '../cloudformation/api.ts'
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
  stageVariables: { colour: 'blue' },
  throttling: undefined,
  routes: [
    route('POST /api/open'),
    route('POST /api/closed', { authorizer, scopes: ['sign.in'] }),
    route('GET /items/{code}'),
    route('GET /items/fixed'),
    route('ANY /all/{rest+}'),
    route('POST /rare', { throttling: { rate: 0.001, burst: 1 } }),
  ],
}

/** In this test a token is its claims as JSON. Any other token is invalid. */
const cognito = {
  verifyToken: async (_: string, token: string): Promise<{ sub: string }> => JSON.parse(token),
}

interface InvocationRecord {
  readonly arn: string
  readonly event: Record<string, unknown>
}

const start = (outcome: Outcome = { ok: true, payload: { statusCode: 200, body: 'ok' } }) => {
  const invocations: InvocationRecord[] = []
  const functions = {
    invoke: async (arn: string, event: unknown) => {
      invocations.push({ arn, event: event as Record<string, unknown> })
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
  return { invocations, send }
}

const bearer = (claims: object) => ({
  headers: toHeaders({ authorization: `Bearer ${JSON.stringify(claims)}` }),
})

describe('API Gateway', () => {
  test('responds with 404 if no route matches', async () => {
    const { send } = start()
    expect(await send('GET', '/api/open')).toMatchObject({ status: 404, text: '{"message":"Not Found"}' })
  })

  test.each(['/items/%zz', '/all/x/%ff', '/none/%'])(
    'responds with 400 to the path %s, whose encoding is malformed',
    async (path) => {
      const { send, invocations } = start()
      expect(await send('GET', path)).toMatchObject({ status: 400, text: '{"message":"Bad Request"}' })
      expect(invocations).toEqual([])
    },
  )

  test.each([
    ['GET', '/items/fixed', 'GET /items/fixed', undefined],
    ['GET', '/items/a%20b', 'GET /items/{code}', { code: 'a b' }],
    ['PUT', '/all/x/y', 'ANY /all/{rest+}', { rest: 'x/y' }],
  ])('routes %s %s to %s', async (method, path, key, pathParameters) => {
    const { send, invocations } = start()
    await send(method, path)
    expect(invocations[0]).toMatchObject({ arn: `fn ${key}`, event: { routeKey: key } })
    expect(invocations[0]?.event['pathParameters']).toEqual(pathParameters)
  })

  test.each([
    ['no token', {}, 401, 'Unauthorized'],
    ['a forged token', { headers: toHeaders({ authorization: 'Bearer forged' }) }, 401, 'Unauthorized'],
    [
      'a token for another client',
      bearer({ sub: 'u', client_id: 'other', scope: 'sign.in' }),
      401,
      'Unauthorized',
    ],
    [
      'a token without the scope',
      bearer({ sub: 'u', client_id: 'client', scope: 'other' }),
      403,
      'Forbidden',
    ],
    ['an ID token', bearer({ sub: 'u', aud: 'client' }), 403, 'Forbidden'],
  ])('rejects %s before the function runs', async (_, extra, status, message) => {
    const { send, invocations } = start()
    const reply = await send('POST', '/api/closed', extra)
    expect(reply).toMatchObject({ status, text: JSON.stringify({ message }) })
    expect(invocations).toHaveLength(0)
  })

  test('passes the claims of a valid token as text', async () => {
    const { send, invocations } = start()
    const claims = { sub: 'u', client_id: 'client', scope: 'sign.in more', exp: 12, groups: ['a', 'b'] }
    await send('POST', '/api/closed', bearer(claims))
    expect(invocations[0]?.event['requestContext']).toMatchObject({
      authorizer: { jwt: { claims: { sub: 'u', exp: '12', groups: '[a b]' }, scopes: ['sign.in', 'more'] } },
    })
  })

  test('builds the event of payload format 2.0', async () => {
    const { send, invocations } = start()
    await send('POST', '/api/open', {
      query: 'a=1&a=2&b=x%20y',
      headers: { 'content-type': ['application/json'], cookie: ['c=1; d=2'], 'x-many': ['1', '2'] },
      body: Buffer.from('{"é":1}'),
    })
    expect(invocations[0]?.event).toMatchObject({
      version: '2.0',
      rawPath: '/api/open',
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
      stageVariables: { colour: 'blue' },
    })
  })

  test('passes a non-text body as base64', async () => {
    const { send, invocations } = start()
    const headers = toHeaders({ 'content-type': 'application/x-www-form-urlencoded' })
    await send('POST', '/api/open', { headers, body: Buffer.from('a=b') })
    expect(invocations[0]?.event).toMatchObject({ body: 'YT1i', isBase64Encoded: true })
  })

  test('returns the response of the function, with cookies and base64 decoded', async () => {
    const payload = {
      statusCode: 303,
      headers: { Location: '/x' },
      cookies: ['a=1', 'b=2'],
      body: 'aGk=',
      isBase64Encoded: true,
    }
    const { send } = start({ ok: true, payload })
    const reply = await send('POST', '/api/open')
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
    ['returns nonsense', { ok: true, payload: { statusCode: 'x' } }, 500, 'Internal Server Error'],
  ])('returns only a general error when the function %s', async (_, outcome, status, message) => {
    const { send } = start(outcome)
    expect(await send('POST', '/api/open')).toMatchObject({ status, text: JSON.stringify({ message }) })
  })

  test('rejects requests over the rate limit of the template', async () => {
    const { send } = start()
    expect((await send('POST', '/rare')).status).toBe(200)
    expect(await send('POST', '/rare')).toMatchObject({
      status: 429,
      text: '{"message":"Too Many Requests"}',
    })
  })

  test('rejects a body over 10 MB', async () => {
    const { send } = start()
    const reply = await send('POST', '/api/open', { body: Buffer.alloc(10 * 1024 * 1024 + 1) })
    expect(reply.status).toBe(413)
  })
})
