import type { Server } from 'node:http'

/** Starts a server for this machine only; port 0 means any free one. */
export const listen = (server: Server, port: number): Promise<{ port: number; close(): Promise<void> }> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address !== 'object' || !address) return reject(new Error('The server has no port'))
      resolve({
        port: address.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      })
    })
  })
