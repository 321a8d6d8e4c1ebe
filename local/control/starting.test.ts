import { expect, test } from 'vitest'
import { jsonResponse } from '#local/kit/http.ts'
import { serveWhileSeeding } from './starting.ts'

test.each([
  ['/functions/sign-up', 200],
  ['/_local/health', 503],
  ['/_local/', 503],
  ['/_local', 503],
])('while the seed is created, %s gets %s', async (path, status) => {
  const handle = serveWhileSeeding(async () => jsonResponse(200, {}))
  const request = {
    method: 'GET',
    path,
    query: '',
    headers: {},
    body: Buffer.alloc(0),
    from: '127.0.0.1:51234',
  }
  expect(await handle(request)).toMatchObject({ status })
})
