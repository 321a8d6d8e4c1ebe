import { randomUUID } from 'node:crypto'
import type { Clock } from '#local/kit/clock.ts'
import { firstHeader, jsonResponse, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'
import type { Functions } from '../lambda/functions.ts'
import type { HttpApi, Throttling } from '../cloudformation/api.ts'
import type { CognitoEmulator } from '#local/emulator/cognito/types.ts'
import { responseOf } from './response.ts'
import { authorize } from './authorize.ts'
import { proxyEvent } from './event.ts'
import { matchRoute } from './routes.ts'
import { maxPayloadBytes } from '#local/kit/listen.ts'
import { createThrottle } from './throttle.ts'

export interface GatewayOptions {
  readonly api: HttpApi
  readonly accountId: string
  readonly functions: Pick<Functions, 'invoke'>
  readonly cognito: Pick<CognitoEmulator, 'verifyToken'>
  readonly clock: Pick<Clock, 'now'>
}

export interface Gateway {
  handle(request: HttpRequest): Promise<HttpResponse>
}

const challenge = (reason: string) => ({
  'www-authenticate': reason
    ? `Bearer scope="" error="invalid_token" error_description="${reason}"`
    : 'Bearer',
})

/** Returns whether the percent-encoding of a path does not decode to UTF-8. */
const isMalformed = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

/** Creates the HTTP API of the template: routes, throttling, JWT authorizers and Lambda proxies. */
export const createGateway = ({ api, accountId, functions, cognito, clock }: GatewayOptions): Gateway => {
  const domain = new URL(api.endpoint).host
  const throttleFor = (limit: Throttling | undefined) =>
    limit ? createThrottle(limit, () => performance.now()) : () => true
  const stageThrottle = throttleFor(api.throttling)
  const routeThrottles = new Map(
    api.routes.map(({ key, throttling }) => [key, throttling ? throttleFor(throttling) : stageThrottle]),
  )

  const respond = async (request: HttpRequest, requestId: string): Promise<HttpResponse> => {
    if (request.body.length > maxPayloadBytes)
      return jsonResponse(413, { message: 'Request Entity Too Large' })
    // AWS does not document its response to such a path. No function could do anything but reject it.
    if (isMalformed(request.path)) return jsonResponse(400, { message: 'Bad Request' })
    const matched = matchRoute(api.routes, request.method, request.path)
    if (!matched) return jsonResponse(404, { message: 'Not Found' })
    const { route } = matched
    if (routeThrottles.get(route.key)?.() === false)
      return jsonResponse(429, { message: 'Too Many Requests' })
    const verdict = await authorize(route, firstHeader(request.headers, 'authorization'), cognito)
    if (!verdict.allowed)
      return verdict.status === 401
        ? jsonResponse(401, { message: 'Unauthorized' }, challenge(verdict.reason))
        : jsonResponse(403, { message: 'Forbidden' })
    const event = proxyEvent(request, matched, verdict.jwt, {
      requestId,
      apiId: api.id,
      accountId,
      domain,
      stage: api.stage,
      stageVariables: api.stageVariables,
      now: clock.now(),
    })
    return responseOf(await functions.invoke(route.functionArn, event))
  }

  return {
    async handle(request) {
      const requestId = randomUUID()
      const response = await respond(request, requestId)
      return { ...response, headers: { ...response.headers, 'apigw-requestid': [requestId] } }
    },
  }
}
