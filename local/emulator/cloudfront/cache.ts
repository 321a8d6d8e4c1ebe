import type { HttpRequest, HttpResponse } from '#local/kit/http.ts'
import type { CacheRules } from '../cloudformation/cloudfront-policies.ts'
import { acceptedEncodings, passes } from './forward.ts'

interface Entry {
  readonly response: HttpResponse
  readonly expiresAtMs: number
}

/** CloudFront's default for errors: …/DeveloperGuide/custom-error-pages-expiration.html */
const defaultErrorSeconds = 10

/** Statuses of errors that CloudFront caches: …/DeveloperGuide/HTTPStatusCodes.html */
const cachedErrors = new Set([400, 403, 404, 405, 410, 414, 416, 500, 501, 502, 503, 504])

const cachedStatuses = new Set([200, 203, 204, 206, 300, 301, 302, 303, 304, 307, 308])

const namedParts = (text: string, split: RegExp): string[] => text.split(split).filter((part) => part !== '')

const keptParts = (text: string, split: RegExp, rule: CacheRules['query']): string[] =>
  namedParts(text, split).filter((part) => passes(rule, part.split('=')[0] ?? ''))

/** Responses are stored under the path and exactly those parts of the request that the cache policy names. */
const keyOf = (pattern: string, request: HttpRequest, rules: CacheRules): string =>
  JSON.stringify([
    pattern,
    request.path,
    acceptedEncodings(request, rules),
    rules.headers.map((name) => request.headers[name] ?? []),
    keptParts(request.query, /&/, rules.query),
    keptParts((request.headers['cookie'] ?? []).join('; '), /;\s*/, rules.cookies),
  ])

/** Returns the time for which the origin allows a shared cache to store a response, in seconds. */
const originSeconds = ({ headers }: HttpResponse): number | 'forbidden' | undefined => {
  const directives = (headers['cache-control'] ?? []).join(',').toLowerCase()
  if (/\b(?:no-store|no-cache|private)\b/.test(directives)) return 'forbidden'
  const age = /\bs-maxage=(\d+)/.exec(directives)?.[1] ?? /\bmax-age=(\d+)/.exec(directives)?.[1]
  return age === undefined ? undefined : Number(age)
}

/** Returns the time for which CloudFront stores a response: …/DeveloperGuide/Expiration.html */
const secondsOf = (
  response: HttpResponse,
  rules: CacheRules,
  errorSeconds: ReadonlyMap<number, number>,
): number => {
  const allowed = originSeconds(response)
  if (response.status >= 400) {
    if (!cachedErrors.has(response.status)) return 0
    const configured = errorSeconds.get(response.status) ?? defaultErrorSeconds
    return typeof allowed === 'number'
      ? Math.max(configured, Math.min(allowed, rules.maxSeconds))
      : configured
  }
  if (!cachedStatuses.has(response.status)) return 0
  if (allowed === 'forbidden') return rules.minSeconds
  return Math.min(Math.max(allowed ?? rules.defaultSeconds, rules.minSeconds), rules.maxSeconds)
}

/** Creates a shared cache with the rules of CloudFront. */
export const createCache = (errorSeconds: ReadonlyMap<number, number>, nowMs: () => number) => {
  const entries = new Map<string, Entry>()
  return {
    /** Returns the stored response, or requests it and stores it for as long as the rules allow. */
    async find(
      pattern: string,
      request: HttpRequest,
      rules: CacheRules,
      load: () => Promise<HttpResponse>,
    ): Promise<{ readonly response: HttpResponse; readonly hit: boolean }> {
      if (request.method !== 'GET' && request.method !== 'HEAD') return { response: await load(), hit: false }
      // CloudFront responds to HEAD with a stored GET. Separate entries give the same result, because HEAD has no body.
      const key = `${request.method} ${keyOf(pattern, request, rules)}`
      const stored = entries.get(key)
      if (stored !== undefined && stored.expiresAtMs > nowMs())
        return { response: stored.response, hit: true }
      const response = await load()
      const seconds = secondsOf(response, rules, errorSeconds)
      if (seconds > 0) entries.set(key, { response, expiresAtMs: nowMs() + seconds * 1000 })
      else entries.delete(key)
      return { response, hit: false }
    },
  }
}
