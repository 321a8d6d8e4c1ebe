import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import {
  BodyTooLarge,
  firstHeader,
  jsonResponse,
  readRequest,
  sendResponse,
  type HttpRequest,
  type HttpResponse,
} from './http.ts'

/**
 * The payload quota of HTTP APIs, in bytes: docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
export const maxPayloadBytes = 10 * 1024 * 1024

export type RequestHandler = (request: HttpRequest) => Promise<HttpResponse>

/** Turns a request handler into a listener. Unexpected errors become a 500 with the error's message. */
export const createListener =
  (handle: RequestHandler): RequestListener =>
  (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const method = incoming.method ?? 'GET'
    const respond = async () =>
      sendResponse(outgoing, method, await handle(await readRequest(incoming, maxPayloadBytes)))
    respond().catch((error: unknown) => {
      if (error instanceof BodyTooLarge) {
        const response = jsonResponse(413, { message: 'Request Entity Too Large' }, { connection: 'close' })
        sendResponse(outgoing, method, response)
        return
      }
      // The client has disconnected.
      if (outgoing.destroyed) return
      // The address is an argument, because a % in the first text would be a placeholder.
      console.error('Unexpected error in the local cloud on %s %s', method, incoming.url, error)
      const message = error instanceof Error ? error.message : String(error)
      sendResponse(outgoing, method, jsonResponse(500, { error: { code: 'local_cloud_failed', message } }))
    })
  }

const clientHeader = 'x-local-client'

/**
 * Takes the client's address from the header `x-local-client`. Tests give each client its own address because of rate
 * limits.
 */
export const withClientAddress = (request: HttpRequest): HttpRequest => {
  const address = firstHeader(request.headers, clientHeader)
  if (address === undefined) return request
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name !== clientHeader),
  )
  return { ...request, headers, from: `${address}:${request.from.slice(request.from.lastIndexOf(':') + 1)}` }
}

/** Thrown when another program uses the port. */
export class PortInUse extends Error {
  constructor(port: number) {
    super(`Port ${port} is in use. Stop the program that uses it, or choose another port with PORT=<number>.`)
  }
}

const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Time after which an idle connection is closed, in milliseconds. With Node's default of 5 seconds, a busy machine sent
 * requests through connections that had just been closed, and they failed with ECONNRESET.
 */
const keepAliveTimeout = 120_000

/** Starts a server on 127.0.0.1. Port 0 means any free port. Rejects with PortInUse. */
export const listenOn = (
  port: number,
  listener: RequestListener,
): Promise<{ server: Server; port: number }> =>
  new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout }, listener)
    server.once('error', (error) => reject(isInUse(error) ? new PortInUse(port) : error))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve({ server, port: address.port })
    })
  })

const largestPort = 65_535

/** Calls `start` with the preferred port, or with 0 (any free port) if it is in use or there is no such port. */
export const preferPort = async <Started>(
  port: number,
  start: (port: number) => Promise<Started>,
): Promise<Started> => {
  try {
    return await start(port > largestPort ? 0 : port)
  } catch (error) {
    if (error instanceof PortInUse || isInUse(error)) return start(0)
    throw error
  }
}

/** Stops a server and closes its open connections. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
