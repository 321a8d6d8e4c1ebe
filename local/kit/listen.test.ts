import { afterEach, expect, test } from 'vitest'
import { closeServer, listenOn } from './listen.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

test('keeps an idle connection open for longer than a busy machine delays the next request', async () => {
  const { server, port } = await listenOn(0, (_request, response) => response.end())
  stops.push(() => closeServer(server))
  const response = await fetch(`http://127.0.0.1:${port}`)
  await response.text()
  // The client closes the connection before this time is over.
  expect(response.headers.get('keep-alive')).toBe('timeout=120')
})
