import type { Headers, HttpRequest } from '../http.ts'
import type { Behaviour, Origin } from '../template/edge.ts'
import type { Forwarding } from '../template/edge-policies.ts'

const passes = ({ behaviour, names }: Forwarding, name: string): boolean => {
  if (behaviour === 'all') return true
  if (behaviour === 'none') return false
  return names.includes(name.toLowerCase()) === (behaviour === 'whitelist')
}

const keepParts = (text: string, split: RegExp, join: string, forwarding: Forwarding): string =>
  text
    .split(split)
    .filter((part) => part !== '' && passes(forwarding, part.split('=')[0] ?? ''))
    .join(join)

/** What CloudFront itself can say about the viewer. */
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
      if (value === undefined) throw new Error(`The local CloudFront does not know the header ${name}`)
      return [name, [value]]
    }),
  )
}

/** Headers of these names from a viewer never reach an origin: CloudFront writes them. */
const isReserved = (name: string) =>
  name.startsWith('cloudfront-') || name === 'host' || name === 'connection'

/** The request that an origin gets: filtered by the behaviour's policy, with the origin's own headers added. */
export const forward = (
  request: HttpRequest,
  { forwarded, keyHeaders }: Behaviour,
  origin: Origin,
): HttpRequest => {
  const bodyHeaders = ['content-type', 'content-length']
  const headers = Object.entries(request.headers).filter(
    ([name]) =>
      name !== 'cookie' &&
      !isReserved(name) &&
      (passes(forwarded.headers, name) ||
        keyHeaders.includes(name) ||
        (request.body.length > 0 && bodyHeaders.includes(name))),
  )
  const cookie = keepParts((request.headers['cookie'] ?? []).join('; '), /;\s*/, '; ', forwarded.cookies)
  const userAgent: Headers = passes(forwarded.headers, 'user-agent')
    ? {}
    : { 'user-agent': ['Amazon CloudFront'] }
  const passedOn = request.headers['x-forwarded-for'] ?? []
  return {
    ...request,
    path: origin.path + request.path,
    query: keepParts(request.query, /&/, '&', forwarded.query),
    headers: {
      ...Object.fromEntries(headers),
      ...userAgent,
      ...(cookie ? { cookie: [cookie] } : {}),
      host: [origin.domain],
      via: ['1.1 local.cloudfront.net (CloudFront)'],
      'x-forwarded-for': [[...passedOn, request.from.replace(/:\d+$/, '')].join(', ')],
      ...addedHeaders(request, forwarded.cloudFrontHeaders),
      ...Object.fromEntries(Object.entries(origin.headers).map(([name, value]) => [name, [value]])),
    },
  }
}
