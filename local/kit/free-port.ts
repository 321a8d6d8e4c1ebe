import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Linux, macOS and Windows choose ports from 32768 upwards for outgoing connections and for servers on any port, so
 * no program takes one of these by chance before it is used.
 */
const lowestPort = 20_000
const highestPort = 32_767
const maxTries = 100

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Returns a port of this machine's loopback address that no program uses. Throws an error if it finds none. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowestPort, highestPort + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port from ${lowestPort} to ${highestPort} in ${maxTries} tries`)
}
