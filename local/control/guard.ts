import { firstHeader, jsonResponse, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'

const localHosts = /^(localhost|127\.0\.0\.1)(:\d+)?$/

const forbidden = (message: string) => jsonResponse(403, { error: { code: 'forbidden', message } })

/**
 * Rejects requests to the control interface from other websites: by their `Origin`, and by their `Host`, which DNS
 * rebinding cannot fake. Returns the error response, or undefined if the request is allowed.
 */
export const guard = (request: HttpRequest, site: string): HttpResponse | undefined => {
  const origin = firstHeader(request.headers, 'origin')
  const allowed = [site, site.replace('localhost', '127.0.0.1')]
  if (origin !== undefined && !allowed.includes(origin))
    return forbidden('Only the site itself can use the control interface.')
  if (!localHosts.test(firstHeader(request.headers, 'host') ?? ''))
    return forbidden('The control interface is only available on localhost.')
  return undefined
}
