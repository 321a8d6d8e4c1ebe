import { firstHeader, jsonResponse, type HttpRequest, type HttpResponse } from '../http.ts'

const localHosts = /^(localhost|127\.0\.0\.1)(:\d+)?$/

const refusal = (message: string) => jsonResponse(403, { error: { code: 'forbidden', message } })

/**
 * The control interface can do everything, so no page of another site may reach it: neither by a request from
 * there (`Origin`) nor by a name that leads here (`Host`, which DNS rebinding cannot change). Answers the
 * refusal, or nothing when the request may go on.
 */
export const guard = (request: HttpRequest, site: string): HttpResponse | undefined => {
  const origin = firstHeader(request.headers, 'origin')
  const allowed = [site, site.replace('localhost', '127.0.0.1')]
  if (origin !== undefined && !allowed.includes(origin))
    return refusal('Only the site itself may use the control interface.')
  if (!localHosts.test(firstHeader(request.headers, 'host') ?? ''))
    return refusal('The control interface answers on localhost only.')
  return undefined
}
