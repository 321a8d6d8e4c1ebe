import type { Operation, OkOf, BodyOf } from '#shared/contract/operation.ts'
import { pathOf } from '#shared/contract/operation.ts'
import type * as z from 'zod'
import { toHeaders, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'

export type Handle = (request: HttpRequest) => Promise<HttpResponse>

let clients = 0

/** Returns a new client address from the range that RFC 2544 reserves for tests, so that rate limits do not apply. */
const newClientAddress = (): string => {
  clients += 1
  return `198.19.${(clients >> 8) & 255}.${clients & 255}:40000`
}

/** Sends a request through the distribution, as a browser does. */
export const request = (
  handle: Handle,
  method: string,
  address: string,
  options: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): Promise<HttpResponse> => {
  const { pathname, search, host } = new URL(address)
  return handle({
    method,
    path: pathname,
    query: search.slice(1),
    headers: toHeaders({ host, accept: '*/*', 'user-agent': 'local-cloud', ...options.headers }),
    body: Buffer.from(options.body ?? ''),
    from: newClientAddress(),
  })
}

/** Calls an operation as the pages do. Throws an error with the response body unless the status is 200. */
export const callOperation = async <O extends Operation>(
  handle: Handle,
  site: string,
  operation: O,
  body: z.input<O['body']> | BodyOf<O>,
  accessToken?: string,
): Promise<OkOf<O>> => {
  const response = await request(handle, 'POST', `${site}${pathOf(operation)}`, {
    headers: {
      'content-type': 'application/json',
      origin: site,
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const text = response.body.toString('utf8')
  if (response.status !== 200) throw new Error(`${operation.name} returned ${response.status}: ${text}`)
  const checked: unknown = operation.ok.parse(JSON.parse(text))
  return checked as OkOf<O>
}
