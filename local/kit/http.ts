import type { IncomingMessage, ServerResponse } from 'node:http'

/** Header names in lower case, each with all its values in order. */
export type Headers = Readonly<Record<string, readonly string[]>>

export interface HttpRequest {
  readonly method: string
  /** As sent: URL-encoded, without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly headers: Headers
  readonly body: Buffer
  /** Address and port of the client: `127.0.0.1:51234`. */
  readonly from: string
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** Thrown when a request body is longer than the server allows. */
export class BodyTooLarge extends Error {}

/** Reads a whole request body. Throws BodyTooLarge if it is longer than `maxBytes`. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new BodyTooLarge(`The body has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const headersOf = (raw: readonly string[]): Headers => {
  // A Map, because a header may have the name of an inherited property of objects, such as `__proto__`.
  const headers = new Map<string, string[]>()
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), raw[at + 1] ?? ''])
  }
  return Object.fromEntries(headers)
}

/** Reads a whole request. Throws BodyTooLarge if its body is longer than `maxBytes`. */
export const readRequest = async (request: IncomingMessage, maxBytes: number): Promise<HttpRequest> => {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const { remoteAddress = '127.0.0.1', remotePort = 0 } = request.socket
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: headersOf(request.rawHeaders),
    body: await readBody(request, maxBytes),
    from: `${remoteAddress}:${remotePort}`,
  }
}

/** Returns the first value of a header. `name` is in lower case. */
export const firstHeader = (headers: Headers, name: string): string | undefined => headers[name]?.[0]

/** Converts headers with one value each. */
export const toHeaders = (headers: Readonly<Record<string, string>>): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))

/** Sends a whole response; for HEAD requests only its headers. */
export const sendResponse = (outgoing: ServerResponse, method: string, response: HttpResponse): void => {
  outgoing.statusCode = response.status
  for (const [name, values] of Object.entries(response.headers))
    outgoing.setHeader(name, values.length === 1 ? (values[0] ?? '') : [...values])
  if (response.status !== 304 && response.status !== 204)
    outgoing.setHeader('content-length', response.body.length)
  outgoing.end(method === 'HEAD' ? undefined : response.body)
}

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status,
  headers: toHeaders({ 'content-type': 'application/json', ...headers }),
  body: Buffer.from(JSON.stringify(body)),
})
