import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
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

  test.each([
    '{"email":"x","password":hunter2}',
    '{"password":hunter2}',
    '{"a":"b","name":hunter2 hood,"c":"a long enough text"}',
    '{"a":"b","c":"d" hunter2',
  ])('removes the part of a request that a parser quotes: %s', (text) => {
    let message = ''
    try {
      JSON.parse(text)
    } catch (error) {
      message = error instanceof SyntaxError ? error.message : ''
    }
    expect(message).toMatch(/JSON/)
    expect(redact(message)).not.toMatch(/hunter2|password|name/)
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

  test('names the fields that could not be parsed, and none of their values', () => {
    const schema = z.object({ id: z.string(), payer: z.object({ email: z.email() }) })
    const { error } = schema.safeParse({ payer: { email: 'ann@' } })
    expect(errorFields(error)).toMatchObject({ error: '$ZodError', reason: 'Not valid: id, payer.email' })
  })

  test('names the code that parsed, not the inside of the parser', () => {
    let thrown: unknown
    try {
      z.object({ id: z.string() }).parse({})
    } catch (error) {
      thrown = error
    }
    expect(errorFields(thrown)['at']).toMatch(/^ *at [^|]*log\.test\.ts/)
  })

  test('names long fields too, but no key that could be a token or an address', () => {
    const schema = z.object({
      stripe_subscription_id: z.string(),
      by_key: z.record(z.string(), z.number()),
    })
    const { error } = schema.safeParse({ by_key: { 'ann@people.example': '', AbCdEfGhIjKlMnOpQrStUvWx: '' } })
    const reason = 'Not valid: stripe_subscription_id, by_key.[address], by_key.[token]'
    expect(errorFields(new Error('Not read', { cause: error }))).toMatchObject({
      cause: `$ZodError: ${reason}`,
    })
    expect(errorFields(error)).toMatchObject({ reason })
  })
})

describe('a log entry', () => {
  test('contains only the end of the id of a Checkout Session, in its message and its fields', () => {
    const lines: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(String(line))
      return true
    })
    const id = 'cs_live_b1XyMe0x7MydIkhwaTFkHZbUs4pHLXZeGzjAiTRK2lGMvAsEnmVAFJqw5V'
    log.warn(`late: ${id}`, {
      pass: id,
      address: `/payment-success?session_id=${id}&x`,
      text: `a\n${id}\n${id}`,
    })
    log.error('failed', { id: 'cs_test_a1b2c3d4', customer: 'cus_a1b2c3d4', event: 'evt_a1b2c3d4' })
    write.mockRestore()
    const short = 'cs_live_...FJqw5V'
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        message: `late: ${short}`,
        pass: short,
        address: `/payment-success?session_id=${short}&x`,
        text: `a\n${short}\n${short}`,
      },
      { id: 'cs_test_...b2c3d4', customer: 'cus_a1b2c3d4', event: 'evt_a1b2c3d4' },
    ])
  })

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
