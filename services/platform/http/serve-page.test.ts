import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { servePage } from './serve-page.ts'

vi.mock('../log-line.ts', () => ({ writeLine: vi.fn<() => void>() }))

beforeEach(() => {
  vi.stubEnv('STAGE', 'test')
})

const event = {
  headers: { 'x-origin-secret': 'origin' },
  stageVariables: { originSecrets: 'origin' },
  rawQueryString: '',
  requestContext: { requestId: 'request-1', http: { method: 'POST', sourceIp: '198.18.0.1' } },
  // A handler reads no other field of the event.
} as unknown as APIGatewayProxyEventV2

describe('servePage', () => {
  test('shows a page, and nothing about the cause, if the request fails unexpectedly', async () => {
    const handler = servePage('page', 0, async () => {
      throw new Error('The table did not respond')
    })
    const { statusCode, headers, body = '' } = await handler(event)
    expect(statusCode).toBe(500)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-request-id': 'request-1',
    })
    expect(body).toContain('<h1>Something went wrong</h1>')
    expect(body).not.toContain('table')
  })
})
