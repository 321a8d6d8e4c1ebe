import { createServer, type RequestListener, type Server } from 'node:http'

/** Thrown when the port that was asked for belongs to another program. */
export class PortInUse extends Error {
  constructor(port: number) {
    super(`Port ${port} is in use: stop what listens there, or choose another with PORT=<number>.`)
  }
}

const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** Starts a server for this machine only. Rejects with PortInUse. */
export const listenOn = (
  port: number,
  listener: RequestListener,
): Promise<{ server: Server; port: number }> =>
  new Promise((resolve, reject) => {
    const server = createServer(listener)
    server.once('error', (error) => reject(isInUse(error) ? new PortInUse(port) : error))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve({ server, port: address.port })
    })
  })

/** Starts something on the port that people expect, or on any free one when that is taken. */
export const preferPort = async <Started>(
  port: number,
  start: (port: number) => Promise<Started>,
): Promise<Started> => {
  try {
    return await start(port)
  } catch (error) {
    if (error instanceof PortInUse || isInUse(error)) return start(0)
    throw error
  }
}

export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
