import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { firstHeader, type HttpRequest, readRequest } from './http.ts'

test('reads headers whose names are properties of every object', async () => {
  const server = createServer()
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const received = new Promise<HttpRequest>((resolve, reject) => {
    server.on('request', (incoming, response) => {
      response.end()
      readRequest(incoming, 1000).then(resolve, reject)
    })
  })
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo
  request({ port, headers: ['host', 'localhost', '__proto__', 'x', 'constructor', 'y'] }).end()
  const { headers } = await received
  server.close()
  expect(firstHeader(headers, '__proto__')).toBe('x')
  expect(firstHeader(headers, 'constructor')).toBe('y')
  expect(firstHeader(headers, 'valueof')).toBeUndefined()
})
