import { describe, expect, test } from 'vitest'
import { toHeaders, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'
import type { CacheRules } from '../cloudformation/cloudfront-policies.ts'
import { createCache } from './cache.ts'

const nothing = { behaviour: 'none', names: [] } as const

const rules: CacheRules = {
  encodings: ['gzip'],
  minSeconds: 0,
  defaultSeconds: 60,
  maxSeconds: 300,
  headers: [],
  cookies: nothing,
  query: nothing,
}

const aRequest = (changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path: '/page',
  query: '',
  headers: {},
  body: Buffer.alloc(0),
  from: '192.0.2.1:5',
  ...changes,
})

const aResponse = (cacheControl?: string, status = 200): HttpResponse => ({
  status,
  headers: toHeaders(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
  body: Buffer.from('page'),
})

/** Sends the first request, waits, sends the second, and returns whether the cache served it. */
const isServedFromCache = async (
  response: HttpResponse,
  { after = 0, with: cacheRules = rules, next = aRequest(), errors = new Map<number, number>() } = {},
): Promise<boolean> => {
  let ms = 0
  const cache = createCache(errors, () => ms)
  const send = (request: HttpRequest) => cache.find('*', request, cacheRules, async () => response)
  await send(aRequest({ query: 'token=a', headers: toHeaders({ authorization: 'Bearer a' }) }))
  ms = after * 1000
  return (await send(next)).hit
}

describe('createCache', () => {
  test.each([
    ['the default time without a header', undefined, 59, true],
    ['no longer', undefined, 61, false],
    ['max-age', 'max-age=10', 9, true],
    ['no longer', 'max-age=10', 11, false],
    ['s-maxage before max-age', 'max-age=10, s-maxage=100', 99, true],
    ['at most the maximum', 'max-age=1000', 301, false],
    ['not with no-store', 'no-store', 0, false],
    ['not with private', 'private, max-age=60', 0, false],
  ])('stores a response for %s', async (_what, cacheControl, after, served) => {
    expect(await isServedFromCache(aResponse(cacheControl), { after })).toBe(served)
  })

  test('stores even a private response for the minimum time', async () => {
    const minimum = { ...rules, minSeconds: 5 }
    expect(await isServedFromCache(aResponse('no-store'), { after: 4, with: minimum })).toBe(true)
  })

  test('shares a response between callers that the key does not distinguish', async () => {
    const other = aRequest({ query: 'token=b', headers: toHeaders({ authorization: 'Bearer b' }) })
    expect(await isServedFromCache(aResponse(), { next: other })).toBe(true)
    const byCaller = { ...rules, headers: ['authorization'] }
    expect(await isServedFromCache(aResponse(), { next: other, with: byCaller })).toBe(false)
    const byQuery = { ...rules, query: { behaviour: 'all', names: [] } as const }
    expect(await isServedFromCache(aResponse(), { next: other, with: byQuery })).toBe(false)
  })

  test('stores an error for ten seconds unless configured otherwise, even with no-store', async () => {
    for (const [after, served] of [
      [9, true],
      [11, false],
    ] as const)
      expect(await isServedFromCache(aResponse('no-store', 404), { after })).toBe(served)
    const errors = new Map([[404, 0]])
    expect(await isServedFromCache(aResponse('no-store', 404), { errors })).toBe(false)
    expect(await isServedFromCache(aResponse('no-store', 401))).toBe(false)
  })

  test('never stores a response to POST', async () => {
    const cache = createCache(new Map(), () => 0)
    const send = () => cache.find('*', aRequest({ method: 'POST' }), rules, async () => aResponse())
    await send()
    expect((await send()).hit).toBe(false)
  })
})
