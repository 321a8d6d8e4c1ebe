import { afterEach, describe, expect, test } from 'vitest'
import type { Server } from 'node:http'
import { closeServer, listenOn, preferPort } from './listen.ts'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map(closeServer)))

const start = async (port: number): Promise<number> => {
  const started = await listenOn(port, (_request, response) => void response.end())
  servers.push(started.server)
  return started.port
}

describe('a preferred port', () => {
  test('is another one if it is in use', async () => {
    const used = await start(0)
    expect(await preferPort(used, start)).not.toBe(used)
  })

  test('is another one if it does not exist: the ports after the one of the site', async () => {
    expect(await preferPort(65_536, start)).toBeLessThan(65_536)
  })
})
