import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '#local/kit/http.ts'
import type { Account } from './account/account.ts'
import { callApi, type Api } from './api/api.ts'
import { atCustomerTime } from './account/customer-time.ts'
import { pagePolicy } from './hosted/html.ts'
import { findPage } from './pages.ts'

const maxBodyBytes = 1024 * 1024

const headersOf = (request: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )

const respondFromApi = async (
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> => {
  const body = await readBody(request, maxBodyBytes)
  const result = await callApi(api, {
    method: request.method ?? 'GET',
    url,
    headers: headersOf(request),
    body: body.toString(),
  })
  if (result.dropped) {
    response.destroy()
    return
  }
  response.writeHead(result.status, result.headers).end(result.body)
}

const respondWithPage = async (
  page: NonNullable<ReturnType<typeof findPage>>,
  account: () => Account,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => {
  const body = await readBody(request, maxBodyBytes)
  const current = account()
  const result = atCustomerTime(current, path.split('/'), () =>
    page(current, request.method ?? 'GET', path, body.toString()),
  )
  if ('location' in result) {
    response.writeHead(result.status, { Location: result.location, 'Cache-Control': 'no-store' }).end()
    return
  }
  response
    .writeHead(result.status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(result.page)
}

/** Responds to a request for the API or a hosted page. Rejects on unexpected errors. */
export const respond = async (
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const page = findPage(url.pathname)
  await (page
    ? respondWithPage(page, api.account, request, response, url.pathname)
    : respondFromApi(api, request, response, url))
}
