import { jsonResponse } from '#local/kit/http.ts'
import type { RequestHandler } from '#local/kit/listen.ts'

/** Responds to requests before the cloud is ready. */
export const respondWhileStarting: RequestHandler = async (request) =>
  request.path === '/_local/health'
    ? jsonResponse(503, { ready: false })
    : jsonResponse(
        503,
        { error: { code: 'starting', message: 'The local cloud is starting.' } },
        { 'retry-after': '1' },
      )

/** Serves the site, through which the seed is created. The control interface is not ready until then. */
export const serveWhileSeeding =
  (serveSite: RequestHandler): RequestHandler =>
  (request) =>
    /^\/_local(\/|$)/.test(request.path) ? respondWhileStarting(request) : serveSite(request)
