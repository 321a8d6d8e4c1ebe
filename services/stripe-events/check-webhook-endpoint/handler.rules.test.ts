import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { Stripe, stripeApiVersion } from '#platform/stripe.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import '#test/kit/in-memory/environment.ts'
import { handledEventTypes } from '../event-types.ts'
import type { WebhookEndpoint } from '../webhook-endpoint.ts'
import { handle } from './handler.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))

const logged = vi.fn<typeof log.error>()
beforeEach(() => {
  logged.mockReset()
  vi.spyOn(log, 'info').mockReturnValue(undefined)
  vi.spyOn(log, 'error').mockImplementation(logged)
})

const siteUrl = 'https://site.example'
const endpoint: WebhookEndpoint = {
  url: `${siteUrl}/webhooks/stripe`,
  status: 'enabled',
  api_version: stripeApiVersion,
  enabled_events: [...handledEventTypes],
  metadata: { signing_secret: 'stored' },
}

const check = (endpoints: readonly WebhookEndpoint[]) =>
  handle({ siteUrl, listEndpoints: async () => endpoints })

const withoutRefunds = handledEventTypes.filter((type) => !type.startsWith('refund.'))

describe('check-webhook-endpoint', () => {
  test('finds no problem with an endpoint that sends every event that the service handles', async () => {
    expect(await check([endpoint])).toEqual({ problems: 0 })
    expect(countMetrics).toHaveBeenLastCalledWith({ WebhookProblems: 0 })
    expect(logged).not.toHaveBeenCalled()
  })

  test.each<[string, Partial<WebhookEndpoint>]>([
    ['further events', { enabled_events: [...handledEventTypes, 'invoice.created'] }],
    ['all events', { enabled_events: ['*'] }],
    ['no note about its secret', { metadata: {} }],
  ])('accepts an endpoint with %s', async (_what, change) => {
    expect(await check([{ ...endpoint, ...change }])).toEqual({ problems: 0 })
  })

  test.each<[string, Partial<WebhookEndpoint>, object]>([
    ['is disabled', { status: 'disabled' }, { problem: 'disabled' }],
    [
      'lacks events',
      { enabled_events: withoutRefunds },
      { problem: 'events', events: 'refund.created,refund.failed,refund.updated' },
    ],
    ['has another API version', { api_version: '2025-01-27.acacia' }, { problem: 'api_version' }],
    ['delivers to another address', { url: 'https://other.example/webhooks/stripe' }, { problem: 'missing' }],
    ['has no stored secret', { metadata: { signing_secret: 'pending' } }, { problem: 'missing' }],
  ])('counts and names the problem of an endpoint that %s', async (_what, change, fields) => {
    expect(await check([{ ...endpoint, ...change }])).toEqual({ problems: 1 })
    expect(countMetrics).toHaveBeenLastCalledWith({ WebhookProblems: 1 })
    expect(logged.mock.calls).toEqual([['webhook endpoint is wrong', fields]])
  })

  test('counts both problems of a disabled endpoint that lacks events', async () => {
    expect(await check([{ ...endpoint, status: 'disabled', enabled_events: withoutRefunds }])).toEqual({
      problems: 2,
    })
  })

  test('counts an account without endpoints', async () => {
    expect(await check([])).toEqual({ problems: 1 })
    expect(logged.mock.calls).toEqual([['webhook endpoint is wrong', { problem: 'missing' }]])
  })

  test('ignores the endpoint of the release before, which is deleted after the deployment', async () => {
    const former = { ...endpoint, api_version: '2025-01-27.acacia', status: 'disabled' }
    expect(await check([former, endpoint])).toEqual({ problems: 0 })
  })
})

describe('a check-webhook-endpoint that Stripe rejects', () => {
  const failWith = (cause: Stripe.errors.StripeError) =>
    handle({ siteUrl, listEndpoints: () => Promise.reject(apiError('payment_provider_error', { cause })) })

  test('reports a restricted key without the permission as a problem', async () => {
    const cause = new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'No.' })
    expect(await failWith(cause)).toEqual({ problems: 1 })
    expect(countMetrics).toHaveBeenLastCalledWith({ WebhookProblems: 1 })
    expect(logged.mock.calls).toEqual([['webhook endpoint is wrong', { problem: 'no_permission' }]])
  })

  test('fails after any other error', async () => {
    const cause = new Stripe.errors.StripeAPIError({ type: 'api_error', message: 'No.' })
    await expect(failWith(cause)).rejects.toThrow(ApiError)
  })
})
