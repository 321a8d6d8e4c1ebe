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
  test('is replaced by a free one if it is in use', async () => {
    const used = await start(0)
    expect(await preferPort(used, start)).not.toBe(used)
  })

  test('is replaced by a free one if it does not exist, such as the one after the last', async () => {
    expect(await preferPort(65_536, start)).toBeLessThan(65_536)
  })
})
