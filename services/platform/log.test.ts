import { describe, expect, test } from 'vitest'
import { errorFields, redact } from './log.ts'

describe('redact', () => {
  test.each([
    ['Email address is not verified: ann@people.example', 'Email address is not verified: [address]'],
    ['GET https://site.example/auth?token=abc failed', 'GET [url] failed'],
    ["No such customer: 'cus_123'", 'No such customer: [value]'],
    ['Token AbCdEfGhIjKlMnOpQrStUvWx expired', 'Token [token] expired'],
    ['Call 07700 900123 now', 'Call [number] now'],
    ['No flat at ZZ1 1ZZ', 'No flat at [postcode]'],
    ['The conditional request failed', 'The conditional request failed'],
    ['connect ECONNREFUSED 127.0.0.1:443', 'connect ECONNREFUSED [number]:443'],
  ])('%s', (message, redacted) => {
    expect(redact(message)).toBe(redacted)
  })

  test('shortens a long message', () => {
    expect(redact('word '.repeat(500)).length).toBeLessThanOrEqual(300)
  })
})

describe('errorFields', () => {
  test('keeps the message of an error and of its cause, without addresses', () => {
    const cause = new TypeError('ann@people.example is unknown')
    expect(errorFields(new Error('Not\nsent', { cause }))).toEqual({
      error: 'Error',
      reason: 'Not\nsent',
      at: expect.stringMatching(/log\.test\.ts/),
      cause: 'TypeError: [address] is unknown',
    })
  })
})
