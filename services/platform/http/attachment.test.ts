import { describe, expect, test } from 'vitest'
import { attachment } from './attachment.ts'
import type { Event } from './event.ts'

describe('attachment', () => {
  test('names the file by the time of the request', () => {
    const respond = attachment((now) => `my-data-${now.getUTCFullYear()}.json`)
    const result = { requestId: 'r', body: { a: 1 }, now: new Date('2026-11-20T12:00:00.000Z') }
    expect(respond(result, { headers: {} } as Partial<Event> as Event)).toMatchObject({
      statusCode: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-data-2026.json"',
      },
      body: '{"a":1}',
    })
  })
})
