import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { apiError } from '../api-error.ts'
import { serveRaw, type RawResponse } from './serve-raw.ts'

vi.mock('../log-line.ts', () => ({ writeLine: vi.fn<() => void>() }))

beforeEach(() => {
  vi.stubEnv('STAGE', 'test')
  vi.stubEnv('ORIGIN_SECRET', 'origin')
})

const page: RawResponse = { statusCode: 200, headers: { 'content-type': 'text/html' }, body: '<p>Page</p>' }

/** Sends a request through CloudFront to a handler with this result. */
const send = (method: string, result: () => RawResponse) =>
  serveRaw('page', 0, async () => result())({
    headers: { 'x-origin-secret': 'origin' },
    rawQueryString: '',
    requestContext: { requestId: 'request-1', http: { method, sourceIp: '198.18.0.1' } },
    // A handler reads no other field of the event.
  } as unknown as APIGatewayProxyEventV2)

const missing = (): RawResponse => {
  throw apiError('not_found')
}

describe('serveRaw', () => {
  test.each([
    ['a page', () => page],
    ['an error', missing],
  ])('responds to HEAD as to GET, without a body: %s', async (_what, result) => {
    const { body, ...get } = await send('GET', result)
    expect(body).toMatch(/\S/)
    expect(await send('HEAD', result)).toEqual(get)
  })

  test('returns no-store and the request id', async () => {
    for (const result of [() => page, missing])
      expect((await send('GET', result)).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-request-id': 'request-1',
      })
  })
})
