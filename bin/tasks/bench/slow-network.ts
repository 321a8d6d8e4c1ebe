import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface NetworkSpeed {
  readonly bytesPerSecond: number
  /** Time of a round trip. */
  readonly latencyMs: number
}

/** Bytes that arrive together on a mobile network: about one packet. */
const packetBytes = 1400

/** Passes on what one side of a connection sends, at the speed of a network. */
const passOn = (from: Socket, to: Socket, { bytesPerSecond, latencyMs }: NetworkSpeed): void => {
  let freeAt = 0
  let sent = Promise.resolve()
  const at = (time: number, act: () => void) => {
    sent = sent.then(() => sleep(Math.max(0, time - performance.now()))).then(act)
  }
  from.on('data', (data: Buffer) => {
    const arrivesAt = performance.now() + latencyMs / 2
    for (let start = 0; start < data.length; start += packetBytes) {
      const packet = data.subarray(start, start + packetBytes)
      freeAt = Math.max(freeAt, arrivesAt) + (packet.length / bytesPerSecond) * 1000
      at(freeAt, () => void (to.writable && to.write(packet)))
    }
  })
  from.on('close', () => at(freeAt, () => to.destroy()))
  // A browser that ends resets its connections, which then close.
  from.on('error', () => undefined)
}

/**
 * Starts a server on this machine that passes connections on to a site, at the speed of a mobile network. Chromium's own
 * setting for slow networks does not apply to pages that it fetches in advance.
 */
export const startSlowNetwork = async (site: string, speed: NetworkSpeed) => {
  const { hostname, port } = new URL(site)
  const server = createServer((visitor) => {
    const origin = connect(Number(port), hostname)
    passOn(visitor, origin, speed)
    passOn(origin, visitor, speed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The slow network has no port')
  return { site: `http://localhost:${address.port}`, close: () => server.close() }
}
