import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { apiError } from '../api-error.ts'
import { serveRaw, type RawResponse } from './serve-raw.ts'

const { writeLine } = vi.hoisted(() => ({ writeLine: vi.fn<(line: object) => void>() }))
vi.mock('../log-line.ts', () => ({ writeLine }))

beforeEach(() => {
  vi.stubEnv('STAGE', 'test')
  writeLine.mockClear()
})

const page: RawResponse = { statusCode: 200, headers: { 'content-type': 'text/html' }, body: '<p>Page</p>' }

/** Sends a request, by default through CloudFront, to a handler with this result. */
const send = (method: string, result: () => RawResponse, changes: object = {}) =>
  serveRaw('page', 4, async () => result())({
    headers: { 'x-origin-secret': 'origin' },
    stageVariables: { originSecrets: 'origin' },
    rawQueryString: '',
    requestContext: { requestId: 'request-1', http: { method, sourceIp: '198.18.0.1' } },
    ...changes,
    // A handler reads no other field of the event.
  } as unknown as APIGatewayProxyEventV2)

const failing = (error: Error) => (): RawResponse => {
  throw error
}
const missing = failing(apiError('not_found'))

describe('serveRaw', () => {
  test.each([
    ['a page', () => page, 200],
    ['an error', missing, 404],
  ])('responds to HEAD as to GET, without a body: %s', async (_what, result, status) => {
    const { body, ...get } = await send('GET', result)
    expect(get.statusCode).toBe(status)
    expect(body).toMatch(/\S/)
    expect(await send('HEAD', result)).toEqual(get)
  })

  test('rejects requests that bypass CloudFront, and bodies that are too large', async () => {
    expect(await send('POST', () => page, { body: 'four' })).toMatchObject({ statusCode: 200 })
    expect(await send('POST', () => page, { body: 'fifth' })).toMatchObject({ statusCode: 413 })
    expect(await send('POST', () => page, { headers: {} })).toMatchObject({ statusCode: 403 })
  })

  test('counts webhooks with an invalid signature, and no other error, for the alarm', async () => {
    const counted = () => writeLine.mock.calls.filter(([line]) => 'WebhooksRejected' in line).length
    for (const error of [apiError('not_found'), new Error('The table did not respond')])
      await send('POST', failing(error))
    expect(counted()).toBe(0)
    await send('POST', failing(apiError('invalid_signature')))
    expect(counted()).toBe(1)
  })

  test('returns no-store and the request id', async () => {
    for (const result of [() => page, missing])
      expect((await send('GET', result)).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-request-id': 'request-1',
      })
  })
})
