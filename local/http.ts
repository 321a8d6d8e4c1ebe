import type { IncomingMessage, ServerResponse } from 'node:http'

/** Header names in lower case, each with all its values in order. */
export type Headers = Readonly<Record<string, readonly string[]>>

export interface HttpRequest {
  readonly method: string
  /** As it was sent: encoded, without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly headers: Headers
  readonly body: Buffer
  /** Address and port of the caller: `127.0.0.1:51234`. */
  readonly from: string
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** Thrown when a body is longer than the reader allows. */
export class BodyTooLarge extends Error {}

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
  const headers: Record<string, string[]> = {}
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    ;(headers[name] ??= []).push(raw[at + 1] ?? '')
  }
  return headers
}

/** Tests say which visitor they are, so that limits by address do not make them depend on each other. */
const callerOf = ({ headers, socket }: IncomingMessage): string => {
  const pretended = headers['x-local-client']
  const address = typeof pretended === 'string' ? pretended : (socket.remoteAddress ?? '127.0.0.1')
  return `${address}:${socket.remotePort ?? 0}`
}

/** Reads a whole request; refuses a longer body with BodyTooLarge. */
export const readRequest = async (request: IncomingMessage, maxBytes: number): Promise<HttpRequest> => {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: headersOf(request.rawHeaders),
    body: await readBody(request, maxBytes),
    from: callerOf(request),
  }
}

export const firstHeader = (headers: Headers, name: string): string | undefined => headers[name]?.[0]

export const single = (headers: Readonly<Record<string, string>>): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))

/** Sends a response whole. HEAD gets the headers only. */
export const send = (response: ServerResponse, method: string, answer: HttpResponse): void => {
  response.statusCode = answer.status
  for (const [name, values] of Object.entries(answer.headers))
    response.setHeader(name, values.length === 1 ? (values[0] ?? '') : [...values])
  if (answer.status !== 304 && answer.status !== 204) response.setHeader('content-length', answer.body.length)
  response.end(method === 'HEAD' ? undefined : answer.body)
}

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) => ({
  status,
  headers: single({ 'content-type': 'application/json', ...headers }),
  body: Buffer.from(JSON.stringify(body)),
})
