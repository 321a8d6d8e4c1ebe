import type { Operation, OkOf, BodyOf } from '../../shared/contract/operation.ts'
import { pathOf } from '../../shared/contract/operation.ts'
import type * as z from 'zod'
import { single, type HttpRequest, type HttpResponse } from '../http.ts'

export type Handle = (request: HttpRequest) => Promise<HttpResponse>

let clients = 0

/** An address of its own for each caller, from a range that RFC 2544 sets aside for tests. */
const newClient = (): string => {
  clients += 1
  return `198.19.${(clients >> 8) & 255}.${clients & 255}:40000`
}

/** Sends a request through the distribution, as a browser's. */
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
    headers: single({ host, accept: '*/*', 'user-agent': 'local-cloud', ...options.headers }),
    body: Buffer.from(options.body ?? ''),
    from: newClient(),
  })
}

/** Calls an operation as the pages do. Throws with the reply when it is not a success. */
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
  if (response.status !== 200) throw new Error(`${operation.name} answered ${response.status}: ${text}`)
  const checked: unknown = operation.ok.parse(JSON.parse(text))
  return checked as OkOf<O>
}
