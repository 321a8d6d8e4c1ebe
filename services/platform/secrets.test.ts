import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changedSecret, secret } from './secrets.ts'

let server: Server
let stored: string
let reads: number
let respond: (response: ServerResponse) => void
beforeEach(async () => {
  stored = 'first'
  reads = 0
  respond = (response) => response.end(JSON.stringify({ SecretString: stored }))
  server = createServer((_, response) => {
    reads += 1
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  // A listening server has an address with a port.
  vi.stubEnv('PARAMETERS_SECRETS_EXTENSION_HTTP_PORT', String((server.address() as AddressInfo).port))
})
afterEach(() => {
  server.close()
  vi.unstubAllEnvs()
})

describe('secret', () => {
  test('is kept for a minute, so that a changed one needs no deployment', async () => {
    let now = 1000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    expect([await secret('kept'), await secret('kept')]).toEqual(['first', 'first'])
    expect(reads).toBe(1)
    stored = 'second'
    now += 59_000
    expect(await secret('kept')).toBe('first')
    now += 2000
    expect(await secret('kept')).toBe('second')
  })

  test('is read over a connection of its own, because a kept one may be closed when the function continues', async () => {
    let connections = 0
    server.on('connection', () => (connections += 1))
    await secret('one')
    await secret('another')
    expect(connections).toBe(2)
  })

  test.each<[string, typeof respond, string]>([
    ['breaks off', (response) => response.write('{"Secret', () => response.destroy()), 'aborted'],
    ['is no JSON', (response) => response.end('<html>'), 'is not valid JSON'],
    ['has another status', (response) => response.writeHead(400).end('not ready'), 'returned 400'],
    ['has no text value', (response) => response.end('{}'), 'has no text value'],
  ])('fails if the response %s, and is then read again', async (failure, broken, message) => {
    const works = respond
    respond = broken
    await expect(secret(failure)).rejects.toThrow(message)
    respond = works
    expect(await secret(failure)).toBe('first')
  })

  test('is read again when a signature does not match', async () => {
    expect(await secret('signing')).toBe('first')
    expect(await changedSecret('signing')).toBeUndefined()
    stored = 'second'
    expect(await changedSecret('signing')).toBe('second')
    expect(await secret('signing')).toBe('second')
  })
})
