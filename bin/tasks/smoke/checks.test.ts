import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { smoke } from './checks.ts'

/** Returns a port that nothing listens on. */
const closedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

describe('smoke checks', () => {
  test.each([
    ['http://127.0.0.1', 'ECONNREFUSED'],
    ['http://localhost', 'ECONNREFUSED'],
  ])('say why %s cannot be reached', async (origin, reason) => {
    const results = await smoke(`${origin}:${await closedPort()}`, undefined)
    expect(results.length).toBeGreaterThan(5)
    for (const { problem } of results) expect(problem).toContain(reason)
  })
})
