import { randomUUID } from 'node:crypto'
import { toHeaders, type Headers, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'
import type { Behaviour, Distribution, Origin, ResponseHeader } from '../cloudformation/cloudfront.ts'
import { compileEdgeFunction, type EdgeContext, type EdgeFunction } from './edge-function.ts'
import { createCache } from './cache.ts'
import { compress } from './compress.ts'
import { acceptedEncodings, forward } from './forward.ts'

/** Requests a response from an origin. */
export type RequestOrigin = (origin: Origin, request: HttpRequest) => Promise<HttpResponse>

interface CompiledBehaviour extends Behaviour {
  readonly matches: (path: string) => boolean
  readonly onRequest: EdgeFunction | undefined
  readonly onResponse: EdgeFunction | undefined
  readonly origin: Origin
}

/** Matches `*` with any text and `?` with one character. The leading slash is optional. Case-sensitive. */
const pathMatcher = (pattern: string): ((path: string) => boolean) => {
  const source = pattern
    .replace(/^\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const wanted = new RegExp(`^/${source}$`, 's')
  return (path) => wanted.test(path)
}

/** Returns a short form of CloudFront's error page. */
const edgeError = (status: number, message: string): HttpResponse => ({
  status,
  headers: toHeaders({ 'content-type': 'text/html', server: 'CloudFront' }),
  body: Buffer.from(`<!DOCTYPE html><title>${status} ERROR</title><p>${message}</p>`),
})

const withPolicy = (headers: Headers, policy: readonly ResponseHeader[]): Headers => {
  const added = policy.filter(({ name, override }) => override || headers[name] === undefined)
  return { ...headers, ...Object.fromEntries(added.map(({ name, value }) => [name, [value]])) }
}

const compileBehaviour = (distribution: Distribution, behaviour: Behaviour): CompiledBehaviour => {
  const origin = distribution.origins.find(({ id }) => id === behaviour.originId)
  if (!origin)
    throw new Error(`The behaviour ${behaviour.pattern} refers to the missing origin ${behaviour.originId}`)
  const compile = (code: string | undefined) => (code === undefined ? undefined : compileEdgeFunction(code))
  return {
    ...behaviour,
    origin,
    matches: pathMatcher(behaviour.pattern),
    onRequest: compile(behaviour.viewerRequest),
    onResponse: compile(behaviour.viewerResponse),
  }
}

export interface DistributionOptions {
  readonly log: (text: string) => void
  readonly now: () => Date
  /** Returns whether the responses of an origin are cached. */
  readonly isCached: (origin: Origin) => boolean
  /** Time for the cache, in milliseconds. */
  readonly nowMs?: () => number
}

/** Emulates a CloudFront distribution with its shared cache. */
export const createDistribution = (
  distribution: Distribution,
  requestOrigin: RequestOrigin,
  { log, now, isCached, nowMs = () => performance.now() }: DistributionOptions,
): { handle(request: HttpRequest): Promise<HttpResponse> } => {
  const behaviours = distribution.behaviours.map((behaviour) => compileBehaviour(distribution, behaviour))

  const cache = createCache(distribution.errorSeconds, nowMs)

  const viaOrigin = async (request: HttpRequest, behaviour: CompiledBehaviour): Promise<HttpResponse> => {
    const path =
      request.path === '/' && distribution.rootObject ? `/${distribution.rootObject}` : request.path
    const load = () =>
      requestOrigin(behaviour.origin, forward({ ...request, path }, behaviour, behaviour.origin))
    const { response, hit } = isCached(behaviour.origin)
      ? await cache.find(behaviour.pattern, { ...request, path }, behaviour.cache, load)
      : { response: await load(), hit: false }
    const marked = hit
      ? { ...response, headers: { ...response.headers, 'x-cache': ['Hit from cloudfront'] } }
      : response
    return behaviour.compress ? compress(acceptedEncodings(request, behaviour.cache), marked) : marked
  }

  const respond = async (request: HttpRequest, behaviour: CompiledBehaviour, context: EdgeContext) => {
    const atRequest = behaviour.onRequest ? await behaviour.onRequest(request, context) : { request }
    const originResponse =
      'response' in atRequest ? atRequest.response : await viaOrigin(atRequest.request, behaviour)
    // CloudFront does not run viewer-response functions for error responses of the origin.
    if (!behaviour.onResponse || originResponse.status >= 400) return originResponse
    const atResponse = await behaviour.onResponse(request, context, originResponse)
    return 'response' in atResponse ? atResponse.response : originResponse
  }

  return {
    async handle(request) {
      const requestId = randomUUID()
      const behaviour = behaviours.find(({ matches }) => matches(request.path))
      if (!behaviour) return edgeError(404, 'No behaviour of the distribution matches.')
      if (!behaviour.methods.includes(request.method))
        return edgeError(403, 'This distribution is not configured to allow the HTTP request method.')
      const context = {
        distributionId: distribution.id,
        distributionDomainName: distribution.domain,
        requestId,
        log,
      }
      const response = await respond(request, behaviour, context)
      return {
        ...response,
        headers: {
          ...withPolicy(response.headers, behaviour.headers),
          // Browsers compare their clocks with this header, so it follows the movable clock.
          date: [now().toUTCString()],
          via: ['1.1 local.cloudfront.net (CloudFront)'],
          'x-cache': response.headers['x-cache'] ?? [
            response.status >= 400 ? 'Error from cloudfront' : 'Miss from cloudfront',
          ],
          'x-amz-cf-id': [requestId],
        },
      }
    },
  }
}
