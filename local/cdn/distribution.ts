import { randomUUID } from 'node:crypto'
import { single, type Headers, type HttpRequest, type HttpResponse } from '../http.ts'
import type { Behaviour, Distribution, Origin, ResponseHeader } from '../template/edge.ts'
import { compileEdgeFunction, type EdgeContext, type EdgeFunction } from './edge-function.ts'
import { compress } from './compress.ts'
import { forward } from './forward.ts'

/** Answers a request that CloudFront sends to an origin. */
export type AskOrigin = (origin: Origin, request: HttpRequest) => Promise<HttpResponse>

interface ReadyBehaviour extends Behaviour {
  readonly matches: (path: string) => boolean
  readonly onRequest: EdgeFunction | undefined
  readonly onResponse: EdgeFunction | undefined
  readonly origin: Origin
}

/** `*` is any text and `?` one character, the leading slash may be left out; case counts. */
const pathMatcher = (pattern: string): ((path: string) => boolean) => {
  const source = pattern
    .replace(/^\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const wanted = new RegExp(`^/${source}$`, 's')
  return (path) => wanted.test(path)
}

/** CloudFront's own error page, in short. */
const edgeError = (status: number, message: string): HttpResponse => ({
  status,
  headers: single({ 'content-type': 'text/html', server: 'CloudFront' }),
  body: Buffer.from(`<!DOCTYPE html><title>${status} ERROR</title><p>${message}</p>`),
})

const withPolicy = (headers: Headers, policy: readonly ResponseHeader[]): Headers => {
  const added = policy.filter(({ name, override }) => override || headers[name] === undefined)
  return { ...headers, ...Object.fromEntries(added.map(({ name, value }) => [name, [value]])) }
}

const ready = (distribution: Distribution, behaviour: Behaviour): ReadyBehaviour => {
  const origin = distribution.origins.find(({ id }) => id === behaviour.originId)
  if (!origin) throw new Error(`The behaviour ${behaviour.pattern} names the origin ${behaviour.originId}`)
  const compile = (code: string | undefined) => (code === undefined ? undefined : compileEdgeFunction(code))
  return {
    ...behaviour,
    origin,
    matches: pathMatcher(behaviour.pattern),
    onRequest: compile(behaviour.viewerRequest),
    onResponse: compile(behaviour.viewerResponse),
  }
}

/** Plays a CloudFront distribution without a cache: every request reaches its origin. */
export const createDistribution = (
  distribution: Distribution,
  askOrigin: AskOrigin,
  { log, now }: { log: (text: string) => void; now: () => Date },
): { handle(request: HttpRequest): Promise<HttpResponse> } => {
  const behaviours = distribution.behaviours.map((behaviour) => ready(distribution, behaviour))

  const viaOrigin = async (request: HttpRequest, behaviour: ReadyBehaviour): Promise<HttpResponse> => {
    const path =
      request.path === '/' && distribution.rootObject ? `/${distribution.rootObject}` : request.path
    const response = await askOrigin(
      behaviour.origin,
      forward({ ...request, path }, behaviour, behaviour.origin),
    )
    return behaviour.compress ? compress(request, response) : response
  }

  const answer = async (request: HttpRequest, behaviour: ReadyBehaviour, context: EdgeContext) => {
    const atRequest = behaviour.onRequest ? await behaviour.onRequest(request, context) : { request }
    const answered =
      'response' in atRequest ? atRequest.response : await viaOrigin(atRequest.request, behaviour)
    // viewer-response functions are not run for errors of the origin.
    if (!behaviour.onResponse || answered.status >= 400) return answered
    const atResponse = await behaviour.onResponse(request, context, answered)
    return 'response' in atResponse ? atResponse.response : answered
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
      const response = await answer(request, behaviour, context)
      return {
        ...response,
        headers: {
          ...withPolicy(response.headers, behaviour.headers),
          // What browsers set their own clocks by: the time of the local cloud, not the machine's.
          date: [now().toUTCString()],
          via: ['1.1 local.cloudfront.net (CloudFront)'],
          'x-cache': [response.status >= 400 ? 'Error from cloudfront' : 'Miss from cloudfront'],
          'x-amz-cf-id': [requestId],
        },
      }
    },
  }
}
