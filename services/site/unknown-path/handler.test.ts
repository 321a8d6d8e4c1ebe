import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callRaw } from '#test/kit/call.ts'

describe('unknown-path', () => {
  test.each([
    ['POST', `${paths.functions}/made-up`],
    ['POST', `${paths.functions}/get-profile/more`],
    ['GET', `${paths.functions}/get-profile`],
    ['PUT', `${paths.functions}/get-profile`],
    ['DELETE', paths.stripeWebhook],
    ['GET', '/auth/made-up'],
    ['PATCH', `${paths.shortLink}/one/two`],
  ])('returns an API error with a request id to %s %s', async (method, path) => {
    const reply = await callRaw(path, { method })
    expect(reply).toMatchObject(apiError('not_found'))
    expect(reply.headers.get('x-request-id')).toMatch(/\S/)
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  test('responds to HEAD without a body', async () => {
    expect(await callRaw(`${paths.functions}/get-profile`, { method: 'HEAD' })).toMatchObject({
      status: 404,
      body: '',
    })
  })
})
