import { describe, expect, test, vi } from 'vitest'
import { errorFields, log, redact } from './log.ts'

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

describe('a log entry', () => {
  test('is one line of JSON with its time in UTC, whatever its fields contain', () => {
    const lines: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(String(line))
      return true
    })
    const failure = 'a\n{"level":"info"}\r\u2028\u001b[31m"'
    log.warn('not sent', { failure })
    write.mockRestore()
    expect(lines.join('').split(/\r|\n/)).toEqual([expect.stringMatching(/^\{.+\}$/s), ''])
    expect(JSON.parse(lines.join(''))).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'warn',
      message: 'not sent',
      failure,
    })
  })
})
