import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Refusal } from '../refusal.ts'
import { attachment } from './attachment.ts'
import type { Event } from './pipeline.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const reply = attachment(() => 'my-data.json')
const megabyte = 1024 * 1024

/** The headers are all that it reads of an event. */
const asking = (headers: Record<string, string>) => ({ headers }) as Partial<Event> as Event
const answer = (body: unknown) => ({ requestId: 'r', body, now })

test('a small answer is a file as it is', () => {
  expect(reply(answer({ a: 1 }), asking({}))).toMatchObject({
    statusCode: 200,
    headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
    body: '{"a":1}',
  })
})

test('a large one goes compressed, whole', () => {
  const body = { text: 'lorem ipsum '.repeat(megabyte) }
  const {
    body: packed,
    headers,
    isBase64Encoded,
  } = reply(answer(body), asking({ 'accept-encoding': 'gzip, br' }))
  expect(headers).toMatchObject({ 'content-encoding': 'gzip' })
  expect(isBase64Encoded).toBe(true)
  expect(gunzipSync(Buffer.from(String(packed), 'base64')).toString()).toBe(JSON.stringify(body))
})

test('what a caller could not unpack, or does not fit even so, is refused', () => {
  const large = answer({ text: 'a'.repeat(5 * megabyte) })
  const dense = answer({ text: randomBytes(6 * megabyte).toString('base64') })
  const tooLarge = expect.objectContaining({ code: 'answer_too_large' }) as Refusal
  expect(() => reply(large, asking({}))).toThrow(tooLarge)
  expect(() => reply(dense, asking({ 'accept-encoding': 'gzip' }))).toThrow(tooLarge)
})
