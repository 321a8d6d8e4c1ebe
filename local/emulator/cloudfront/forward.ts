import type { Headers, HttpRequest } from '#local/kit/http.ts'
import type { Behaviour, Origin } from '../cloudformation/cloudfront.ts'
import type { CacheRules, Encoding, Forwarding } from '../cloudformation/cloudfront-policies.ts'

/** Returns whether a policy forwards the header, cookie or query field of this name. */
export const passes = ({ behaviour, names }: Forwarding, name: string): boolean => {
  if (behaviour === 'all') return true
  if (behaviour === 'none') return false
  return names.includes(name.toLowerCase()) === (behaviour === 'whitelist')
}

const keepParts = (text: string, split: RegExp, join: string, forwarding: Forwarding): string =>
  text
    .split(split)
    .filter((part) => part !== '' && passes(forwarding, part.split('=')[0] ?? ''))
    .join(join)

/** Returns the encodings of a cache policy that the viewer accepts. */
export const acceptedEncodings = (request: HttpRequest, { encodings }: CacheRules): readonly Encoding[] => {
  const accepted = (request.headers['accept-encoding'] ?? []).join(',').split(/[\s,;]+/)
  return encodings.filter((encoding) => accepted.includes(encoding))
}

/** Headers that CloudFront adds about the viewer. */
const ownHeaders = (request: HttpRequest): Readonly<Record<string, string>> => ({
  'cloudfront-viewer-address': request.from,
  'cloudfront-forwarded-proto': 'http',
  'cloudfront-viewer-http-version': '1.1',
})

const addedHeaders = (request: HttpRequest, names: readonly string[]): Headers => {
  const own = ownHeaders(request)
  return Object.fromEntries(
    names.map((name) => {
      const value = own[name]
      if (value === undefined) throw new Error(`The local CloudFront does not support the header ${name}`)
      return [name, [value]]
    }),
  )
}

/** Headers that CloudFront writes itself. The viewer's own values never reach an origin. */
const isReserved = (name: string) =>
  name.startsWith('cloudfront-') || name === 'host' || name === 'connection'

/**
 * Builds the request to an origin: filtered by the behaviour's policies, with the origin's own headers added.
 */
export const forward = (
  request: HttpRequest,
  { forwarded, cache }: Behaviour,
  origin: Origin,
): HttpRequest => {
  const bodyHeaders = ['content-type', 'content-length']
  const headers = Object.entries(request.headers).filter(
    ([name]) =>
      name !== 'cookie' &&
      !isReserved(name) &&
      (passes(forwarded.headers, name) ||
        cache.headers.includes(name) ||
        (request.body.length > 0 && bodyHeaders.includes(name))),
  )
  const cookie = keepParts((request.headers['cookie'] ?? []).join('; '), /;\s*/, '; ', forwarded.cookies)
  const userAgent: Headers = passes(forwarded.headers, 'user-agent')
    ? {}
    : { 'user-agent': ['Amazon CloudFront'] }
  const encodings = acceptedEncodings(request, cache)
  const forwardedFor = request.headers['x-forwarded-for'] ?? []
  return {
    ...request,
    path: origin.path + request.path,
    query: keepParts(request.query, /&/, '&', forwarded.query),
    headers: {
      ...Object.fromEntries(headers),
      ...userAgent,
      ...(encodings.length > 0 ? { 'accept-encoding': [encodings.join(',')] } : {}),
      ...(cookie ? { cookie: [cookie] } : {}),
      host: [origin.domain],
      via: ['1.1 local.cloudfront.net (CloudFront)'],
      'x-forwarded-for': [[...forwardedFor, request.from.replace(/:\d+$/, '')].join(', ')],
      ...addedHeaders(request, forwarded.cloudFrontHeaders),
      ...Object.fromEntries(Object.entries(origin.headers).map(([name, value]) => [name, [value]])),
    },
  }
}
