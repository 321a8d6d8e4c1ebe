import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  BodyTooLarge,
  firstHeader,
  jsonResponse,
  readRequest,
  send,
  type HttpRequest,
  type HttpResponse,
} from '../http.ts'
import { maxPayloadBytes } from '../gateway/gateway.ts'

type Answer = (request: HttpRequest) => Promise<HttpResponse>

/** Turns an answer into a listener; what it did not expect becomes a 500 that says so. */
export const listener =
  (answer: Answer): RequestListener =>
  (incoming: IncomingMessage, response: ServerResponse) => {
    const method = incoming.method ?? 'GET'
    const work = async () =>
      send(response, method, await answer(await readRequest(incoming, maxPayloadBytes)))
    work().catch((error: unknown) => {
      if (error instanceof BodyTooLarge) {
        send(
          response,
          method,
          jsonResponse(413, { message: 'Request Entity Too Large' }, { connection: 'close' }),
        )
        return
      }
      // The caller went away: nobody is left to tell.
      if (response.destroyed) return
      console.error(`The local cloud failed on ${method} ${incoming.url}`, error)
      const message = error instanceof Error ? error.message : String(error)
      send(response, method, jsonResponse(500, { error: { code: 'local_cloud_failed', message } }))
    })
  }

const clientHeader = 'x-local-client'

/** On the site only, a caller may choose the address that it seems to come from, so that tests can be many. */
export const asClient = (request: HttpRequest): HttpRequest => {
  const address = firstHeader(request.headers, clientHeader)
  if (address === undefined) return request
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name !== clientHeader),
  )
  return { ...request, headers, from: `${address}:${request.from.slice(request.from.lastIndexOf(':') + 1)}` }
}
