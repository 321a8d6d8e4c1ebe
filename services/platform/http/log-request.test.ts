import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiError } from '../api-error.ts'
import { logRequest } from './log-request.ts'

let lines: unknown[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)))
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const request = { requestId: 'request-1', startedMs: Date.now() }

describe('the log of a request', () => {
  test.each([
    ['unauthorized', 401],
    ['forbidden', 403],
    ['second_factor_required', 403],
    ['rate_limited', 429],
  ] as const)('says which operation was rejected, and why, without the caller: %s', (code, status) => {
    logRequest('get-users', request, { status, error: apiError(code) })
    expect(lines).toEqual([
      {
        timestamp: expect.any(String),
        level: 'info',
        message: 'request',
        operation: 'get-users',
        requestId: 'request-1',
        status,
        durationMs: expect.any(Number),
        apiError: code,
      },
    ])
  })

  test('is an error with its cause for a payment provider that failed, so that the queries for errors find it', () => {
    const cause = new Error('An error occurred with our connection to Stripe.')
    logRequest('get-billing', request, { status: 502, error: apiError('payment_provider_error', { cause }) })
    expect(lines).toMatchObject([
      { level: 'error', status: 502, apiError: 'payment_provider_error', reason: cause.message },
    ])
  })

  test('is an error with its origin for an unexpected one', () => {
    const error = new TypeError('ann@people.example is unknown', { cause: new Error('Another reason') })
    logRequest('get-users', request, { status: 500, error })
    expect(lines).toMatchObject([
      { level: 'error', status: 500, error: 'TypeError', reason: '[address] is unknown' },
    ])
  })
})
