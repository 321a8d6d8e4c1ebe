import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ApiError } from '../api-error.ts'
import { attachment } from './attachment.ts'
import type { Event } from './event.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const respond = attachment(() => 'my-data.json')
const megabyte = 1024 * 1024

/** `attachment` reads only the headers of an event. */
const eventWith = (headers: Record<string, string>) => ({ headers }) as Partial<Event> as Event
const resultOf = (body: unknown) => ({ requestId: 'r', body, now })

describe('attachment', () => {
  test('sends a small body as a plain JSON file', () => {
    expect(respond(resultOf({ a: 1 }), eventWith({}))).toMatchObject({
      statusCode: 200,
      headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
      body: '{"a":1}',
    })
  })

  test('compresses a large body without losing anything', () => {
    const body = { text: 'lorem ipsum '.repeat(megabyte) }
    const response = respond(resultOf(body), eventWith({ 'accept-encoding': 'gzip, br' }))
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(response.isBase64Encoded).toBe(true)
    expect(gunzipSync(Buffer.from(String(response.body), 'base64')).toString()).toBe(JSON.stringify(body))
  })

  test('rejects a large body if the client does not accept gzip or the compressed body is too large', () => {
    const large = resultOf({ text: 'a'.repeat(5 * megabyte) })
    const incompressible = resultOf({ text: randomBytes(6 * megabyte).toString('base64') })
    const tooLarge = expect.objectContaining({ code: 'response_too_large' }) as ApiError
    expect(() => respond(large, eventWith({}))).toThrow(tooLarge)
    expect(() => respond(incompressible, eventWith({ 'accept-encoding': 'gzip' }))).toThrow(tooLarge)
  })
})
