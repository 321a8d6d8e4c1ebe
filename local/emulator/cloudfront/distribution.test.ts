import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { toHeaders, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'
import type { Behaviour, Distribution } from '../cloudformation/cloudfront.ts'
import { createDistribution } from './distribution.ts'

const nothing = { behaviour: 'none', names: [] } as const

const noCache: Behaviour['cache'] = {
  encodings: ['br', 'gzip'],
  minSeconds: 0,
  defaultSeconds: 0,
  maxSeconds: 0,
  headers: [],
  cookies: nothing,
  query: nothing,
}

const behaviour = (pattern: string, extra: Partial<Behaviour> = {}): Behaviour => ({
  pattern,
  originId: 'site',
  methods: ['GET', 'HEAD'],
  compress: false,
  cache: noCache,
  forwarded: { headers: nothing, cloudFrontHeaders: [], cookies: nothing, query: nothing },
  viewerRequest: undefined,
  viewerResponse: undefined,
  headers: [],
  ...extra,
})

const page = (text = 'page'): HttpResponse => ({
  status: 200,
  headers: toHeaders({ 'content-type': 'text/html', 'x-own': 'origin' }),
  body: Buffer.from(text),
})

const start = (behaviours: readonly Behaviour[], response: HttpResponse = page()) => {
  const requested: { origin: string; request: HttpRequest }[] = []
  const distribution: Distribution = {
    id: 'E1',
    domain: 'd1.cloudfront.net',
    aliases: [],
    rootObject: 'index.html',
    origins: [
      { id: 'site', domain: 'site.s3', path: '', headers: {} },
      { id: 'api', domain: 'api.execute-api', path: '', headers: { 'x-origin-secret': 'shh' } },
    ],
    behaviours,
    errorSeconds: new Map([[404, 0]]),
  }
  const logged: string[] = []
  const time = { ms: 0 }
  const edge = createDistribution(
    distribution,
    async (origin, request) => {
      requested.push({ origin: origin.id, request })
      return response
    },
    {
      log: (text) => logged.push(text),
      now: () => new Date('2027-03-28T09:30:00Z'),
      isCached: () => true,
      nowMs: () => time.ms,
    },
  )
  const send = (path: string, extra: Partial<HttpRequest> = {}) =>
    edge.handle({
      method: 'GET',
      path,
      query: '',
      headers: {},
      body: Buffer.alloc(0),
      from: '192.0.2.1:5',
      ...extra,
    })
  return { requested, logged, time, send }
}

describe('CloudFront distribution', () => {
  test('uses the first behaviour whose pattern matches, with the default last', async () => {
    const { requested, send } = start([behaviour('/api/*', { originId: 'api' }), behaviour('*')])
    await send('/api/orders')
    await send('/Api/orders')
    expect(requested.map(({ origin }) => origin)).toEqual(['api', 'site'])
  })

  test('sets the date header from the movable clock', async () => {
    const { send } = start([behaviour('*')])
    expect((await send('/')).headers['date']).toEqual(['Sun, 28 Mar 2027 09:30:00 GMT'])
  })

  test('requests the root object for the root path', async () => {
    const { requested, send } = start([behaviour('*')])
    await send('/')
    expect(requested[0]?.request.path).toBe('/index.html')
  })

  test('rejects a method that the behaviour does not allow', async () => {
    const { requested, send } = start([behaviour('*')])
    expect((await send('/', { method: 'POST' })).status).toBe(403)
    expect(requested).toHaveLength(0)
  })

  test('forwards only what the policies name, and no CloudFront header sent by the viewer', async () => {
    const { requested, send } = start([
      behaviour('*', {
        originId: 'api',
        cache: { ...noCache, headers: ['authorization'] },
        forwarded: {
          headers: { behaviour: 'whitelist', names: ['origin', 'cloudfront-viewer-address'] },
          cloudFrontHeaders: ['cloudfront-viewer-address'],
          cookies: { behaviour: 'whitelist', names: ['kept'] },
          query: { behaviour: 'all', names: [] },
        },
      }),
    ])
    await send('/x', {
      query: 'a=1',
      headers: toHeaders({
        authorization: 'Bearer t',
        origin: 'http://site',
        'x-secret': 'no',
        'x-origin-secret': 'forged',
        'cloudfront-viewer-address': '203.0.113.9:1',
        cookie: 'kept=1; dropped=2',
      }),
    })
    expect(requested[0]?.request.query).toBe('a=1')
    expect(requested[0]?.request.headers).toEqual({
      authorization: ['Bearer t'],
      origin: ['http://site'],
      cookie: ['kept=1'],
      host: ['api.execute-api'],
      'user-agent': ['Amazon CloudFront'],
      via: ['1.1 local.cloudfront.net (CloudFront)'],
      'x-forwarded-for': ['192.0.2.1'],
      'cloudfront-viewer-address': ['192.0.2.1:5'],
      'x-origin-secret': ['shh'],
    })
  })

  test.each([
    ['gzip, deflate, br, zstd', ['gzip']],
    ['br', undefined],
    [undefined, undefined],
  ])(
    'tells the origin which encodings of the cache policy the viewer accepts: %s',
    async (accepted, told) => {
      const { requested, send } = start([behaviour('*', { cache: { ...noCache, encodings: ['gzip'] } })])
      await send('/x', { headers: accepted === undefined ? {} : toHeaders({ 'accept-encoding': accepted }) })
      expect(requested[0]?.request.headers['accept-encoding']).toEqual(told)
    },
  )

  test('adds the headers of the policy, and overrides those of the origin only if configured', async () => {
    const headers = [
      { name: 'x-frame-options', value: 'DENY', override: true },
      { name: 'x-own', value: 'policy', override: false },
    ]
    const { send } = start([behaviour('*', { headers })])
    const reply = await send('/')
    expect(reply.headers).toMatchObject({ 'x-frame-options': ['DENY'], 'x-own': ['origin'] })
  })

  test('runs viewer functions with a CloudFront Functions event', async () => {
    const viewerRequest = `
    function handler(event) {
      var request = event.request
      console.log(event.context.eventType, event.viewer.ip, request.cookies.c.value)
      if (request.querystring.go) return { statusCode: 302, headers: { location: { value: '/gone' } } }
      request.uri = request.uri + '/index.html'
      return request
    }`
    const viewerResponse = `
    function handler(event) {
      event.response.statusCode = 404
      event.response.headers['x-seen'] = { value: event.request.uri }
      return event.response
    }`
    const { requested, logged, send } = start([behaviour('*', { viewerRequest, viewerResponse })])
    const headers = toHeaders({ cookie: 'c=7' })
    expect(await send('/p', { headers })).toMatchObject({ status: 404, headers: { 'x-seen': ['/p'] } })
    expect(requested[0]?.request.path).toBe('/p/index.html')
    expect(logged).toEqual(['viewer-request 192.0.2.1 7'])
    expect(await send('/p', { headers, query: 'go=1' })).toMatchObject({ headers: { location: ['/gone'] } })
    expect(requested).toHaveLength(1)
  })

  test('gives viewer functions no modules, timers or network', async () => {
    const viewerRequest = `function handler(event) {
    event.request.uri = [typeof require, typeof process, typeof fetch, typeof setTimeout].join('-')
    return event.request
  }`
    const { requested, send } = start([behaviour('*', { viewerRequest })])
    await send('/')
    expect(requested[0]?.request.path).toBe('undefined-undefined-undefined-undefined')
  })

  test('compresses long text for a viewer that accepts it', async () => {
    const text = 'door '.repeat(400)
    const { send } = start([behaviour('*', { compress: true })], page(text))
    const small = await send('/', { headers: toHeaders({ 'accept-encoding': 'gzip' }) })
    expect(small.headers).toMatchObject({ 'content-encoding': ['gzip'], vary: ['Accept-Encoding'] })
    expect(gunzipSync(small.body).toString()).toBe(text)
    expect((await send('/')).headers['content-encoding']).toBeUndefined()
    const brotli = await send('/', { headers: toHeaders({ 'accept-encoding': 'gzip, deflate, br' }) })
    expect(brotli.headers['content-encoding']).toEqual(['br'])
  })
})
