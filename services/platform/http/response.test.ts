import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ApiError } from '../api-error.ts'
import type { Event } from './event.ts'
import { jsonResponse } from './response.ts'

const megabyte = 1024 * 1024
const resultOf = (body: unknown) => ({ requestId: 'r', body })

/** `jsonResponse` reads only the headers of an event. */
const eventWith = (headers: Record<string, string>) => ({ headers }) as Partial<Event> as Event
const withGzip = eventWith({ 'accept-encoding': 'gzip, br' })
const tooLarge = expect.objectContaining({ code: 'response_too_large' }) as ApiError

describe('jsonResponse', () => {
  test('does not compress a body that fits: CloudFront does, better', () => {
    const response = jsonResponse(resultOf({ a: 1 }), withGzip)
    expect(response).toMatchObject({ statusCode: 200, body: '{"a":1}' })
    expect(response.headers).not.toHaveProperty('content-encoding')
  })

  test('compresses a large body without losing anything', () => {
    const body = { text: 'lorem ipsum '.repeat(megabyte) }
    const response = jsonResponse(resultOf(body), withGzip)
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(response.isBase64Encoded).toBe(true)
    expect(gunzipSync(Buffer.from(String(response.body), 'base64')).toString()).toBe(JSON.stringify(body))
  })

  test.each([
    ['quotation marks, which are encoded twice', '"'.repeat(1.9 * megabyte)],
    ['backslashes, which are encoded twice', '\\'.repeat(1.9 * megabyte)],
    ['characters of three bytes', '€'.repeat(2.5 * megabyte)],
    ['text that hardly compresses', randomBytes(3.4 * megabyte).toString('base64')],
  ])('fits in a response of Lambda with %s', (_, text) => {
    const response = jsonResponse(resultOf({ text }), withGzip)
    expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThanOrEqual(6_291_556)
  })

  test('rejects a large body if the client does not accept gzip', () => {
    expect(() => jsonResponse(resultOf({ text: 'a'.repeat(7 * megabyte) }), eventWith({}))).toThrow(tooLarge)
  })

  test('rejects a body that is too large even when it is compressed', () => {
    const text = randomBytes(6 * megabyte).toString('base64')
    expect(() => jsonResponse(resultOf({ text }), withGzip)).toThrow(tooLarge)
  })
})
