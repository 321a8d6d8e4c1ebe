import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Account } from './account.ts'
import { callApi, type Api } from './api.ts'
import { pagePolicy } from './hosted/html.ts'
import { pageAt } from './hosted/pages.ts'
import { inTimeOf } from './time-of.ts'

const largestBody = 1024 * 1024

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > largestBody) throw new Error(`A request body of more than ${largestBody} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

const headersOf = (request: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )

const answerApi = async (
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> => {
  const body = await readBody(request)
  const answer = await callApi(api, {
    method: request.method ?? 'GET',
    url,
    headers: headersOf(request),
    body,
  })
  if (answer.dropped) {
    response.destroy()
    return
  }
  response.writeHead(answer.status, answer.headers).end(answer.body)
}

const answerPage = async (
  page: NonNullable<ReturnType<typeof pageAt>>,
  account: () => Account,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => {
  const body = await readBody(request)
  const current = account()
  const answer = inTimeOf(current, path.split('/'), () => page(current, request.method ?? 'GET', path, body))
  if ('location' in answer) {
    response.writeHead(answer.status, { Location: answer.location, 'Cache-Control': 'no-store' }).end()
    return
  }
  response
    .writeHead(answer.status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(answer.page)
}

/** Answers a request of the API or of the hosted pages. Rejects on a fault of the stand-in itself. */
export const answer = async (api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const page = pageAt(url.pathname)
  await (page
    ? answerPage(page, api.account, request, response, url.pathname)
    : answerApi(api, request, response, url))
}

/** Listens on this machine only and gives the port. Rejects when it is taken. */
export const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
