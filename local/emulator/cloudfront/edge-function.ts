import { createContext, Script } from 'node:vm'
import type { Headers, HttpRequest, HttpResponse } from '#local/kit/http.ts'

/** A value of a CloudFront Functions event, with `multiValue` if a name occurs more than once. */
interface Field {
  value: string
  multiValue?: { value: string }[]
}
type Fields = Record<string, Field>

export interface EdgeRequest {
  method: string
  uri: string
  querystring: Fields
  headers: Fields
  cookies: Fields
}

export interface EdgeResponse {
  statusCode: number
  statusDescription?: string
  headers?: Fields
  cookies?: Fields
  body?: string | { encoding: 'text' | 'base64'; data: string }
}

export interface EdgeContext {
  readonly distributionId: string
  readonly distributionDomainName: string
  readonly requestId: string
  readonly log: (text: string) => void
}

/** A compiled CloudFront Function. `response` is given only at viewer-response. */
export type EdgeFunction = (
  request: HttpRequest,
  context: EdgeContext,
  response?: HttpResponse,
) => Promise<{ request: HttpRequest } | { response: HttpResponse }>

const fieldOf = (values: readonly string[]): Field => ({
  value: values[0] ?? '',
  ...(values.length > 1 ? { multiValue: values.map((value) => ({ value })) } : {}),
})

const valuesOf = ({ value, multiValue }: Field): string[] =>
  multiValue ? multiValue.map((item) => item.value) : [value]

const fieldsOf = (pairs: Iterable<readonly [string, string]>): Fields => {
  // A Map, because a cookie may have the name of an inherited property of objects, such as `__proto__`.
  const lists = new Map<string, string[]>()
  for (const [name, value] of pairs) lists.set(name, [...(lists.get(name) ?? []), value])
  return Object.fromEntries([...lists].map(([name, values]) => [name, fieldOf(values)]))
}

/** Splits the query or cookies without decoding them, because CloudFront Functions receive them encoded. */
const pairsOf = (text: string, separator: RegExp): [string, string][] =>
  text
    .split(separator)
    .filter(Boolean)
    .map((part) => {
      const [name = '', ...value] = part.split('=')
      return [name, value.join('=')]
    })

const headerFields = (headers: Headers): Fields =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'cookie' && name !== 'set-cookie')
      .map(([name, values]) => [name, fieldOf(values)]),
  )

const headersFrom = (fields: Fields | undefined): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, field]) => [name.toLowerCase(), valuesOf(field)]),
  )

const queryText = (fields: Fields): string =>
  Object.entries(fields)
    .flatMap(([name, field]) => valuesOf(field).map((value) => (value === '' ? name : `${name}=${value}`)))
    .join('&')

const edgeRequest = (request: HttpRequest): EdgeRequest => ({
  method: request.method,
  uri: request.path,
  querystring: fieldsOf(pairsOf(request.query, /&/)),
  headers: headerFields(request.headers),
  cookies: fieldsOf(pairsOf((request.headers['cookie'] ?? []).join('; '), /;\s*/)),
})

const requestFrom = (original: HttpRequest, edge: EdgeRequest): HttpRequest => {
  const cookies = Object.entries(edge.cookies).flatMap(([name, field]) =>
    valuesOf(field).map((value) => `${name}=${value}`),
  )
  return {
    ...original,
    path: edge.uri,
    query: queryText(edge.querystring),
    headers: {
      ...headersFrom(edge.headers),
      ...(cookies.length > 0 ? { cookie: [cookies.join('; ')] } : {}),
    },
  }
}

const bodyFrom = (body: EdgeResponse['body'], original: Buffer): Buffer => {
  if (body === undefined) return original
  if (typeof body === 'string') return Buffer.from(body)
  return Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8')
}

const responseFrom = (edge: EdgeResponse, original: HttpResponse | undefined): HttpResponse => ({
  status: edge.statusCode,
  headers: {
    ...headersFrom(edge.headers),
    ...(original?.headers['set-cookie'] ? { 'set-cookie': original.headers['set-cookie'] } : {}),
  },
  body: bodyFrom(edge.body, original?.body ?? Buffer.alloc(0)),
})

/**
 * Compiles a CloudFront Function (runtime 2.0). As in CloudFront, it has no modules, timers or network. The
 * event follows
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
export const compileEdgeFunction = (code: string): EdgeFunction => {
  if (/^\s*import\s/m.test(code))
    throw new Error('The local CloudFront supports only functions without imports')
  const sandbox: Record<string, unknown> = {}
  createContext(sandbox, { codeGeneration: { strings: false, wasm: false } })
  new Script(`${code}\nglobalThis.__handler = handler`, { filename: 'cloudfront-function.js' }).runInContext(
    sandbox,
  )
  const call = new Script('__handler(JSON.parse(__event))', { filename: 'cloudfront-call.js' })

  return async (request, context, response) => {
    const { log, ...ids } = context
    sandbox['console'] = { log: (...parts: unknown[]) => log(parts.map(String).join(' ')) }
    sandbox['__event'] = JSON.stringify({
      version: '1.0',
      context: { ...ids, eventType: response ? 'viewer-response' : 'viewer-request' },
      viewer: { ip: request.from.replace(/:\d+$/, '') },
      request: edgeRequest(request),
      ...(response
        ? { response: { statusCode: response.status, headers: headerFields(response.headers) } }
        : {}),
    })
    const result = (await call.runInContext(sandbox)) as EdgeRequest | EdgeResponse
    return 'statusCode' in result
      ? { response: responseFrom(result, response) }
      : { request: requestFrom(request, result) }
  }
}
