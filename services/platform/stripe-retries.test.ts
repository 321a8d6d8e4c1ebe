import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOnce, stripeClient } from './stripe.ts'
import { retryingWhenBusy } from './stripe-retries.ts'

vi.mock('./secrets.ts', () => ({ secret: async () => 'sk_test_sample' }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

type StoredStatus = 'stored 400' | 'stored 402' | 'stored 500'

/** A client whose requests get responses with these statuses in turn, and the idempotency keys of the requests. */
const stripeThat = (...statuses: readonly (number | StoredStatus | 'reused key')[]) => {
  const keys: (string | null)[] = []
  const http = Stripe.createFetchHttpClient(async (_url: unknown, request?: RequestInit) => {
    keys.push(new Headers(request?.headers).get('idempotency-key'))
    const given = String(statuses[keys.length - 1] ?? 200)
    const isReused = given === 'reused key'
    const status = isReused ? 400 : Number(given.replace('stored ', ''))
    const headers = { 'idempotent-replayed': String(isReused || given.startsWith('stored')) }
    const error = { type: isReused ? 'idempotency_error' : 'invalid_request_error', message: 'sample' }
    return Response.json(status === 200 ? { id: 're_1' } : { error }, { status, headers })
  })
  const stripe = new Stripe('sk_test_sample', { maxNetworkRetries: 2, httpClient: retryingWhenBusy(http) })
  return { stripe, keys }
}

/** Runs a call without waiting for its pauses. Returns what it resolves to, or its error, and the time in milliseconds. */
const settle = async (call: Promise<unknown>) => {
  const start = Date.now()
  let ms = 0
  const outcome = call
    .catch((error: unknown) => error)
    .finally(() => {
      ms = Date.now() - start
    })
  await vi.advanceTimersByTimeAsync(10_000)
  return { outcome: await outcome, ms }
}

const refund = (stripe: Stripe) =>
  createOnce('key', (options) => stripe.refunds.create({ payment_intent: 'pi_1' }, options))

describe('a request that Stripe rejects with 429', () => {
  test('is repeated twice with its idempotency key, even without the retries of the library', async () => {
    const { stripe, keys } = stripeThat(429, 429)
    const { outcome, ms } = await settle(refund(stripe))
    expect(outcome).toMatchObject({ id: 're_1' })
    expect(keys).toEqual(['key', 'key', 'key'])
    expect(ms).toBeGreaterThanOrEqual(750)
    expect(ms).toBeLessThanOrEqual(1500)
  })

  test.each([
    ['refunds.create', refund],
    ['prices.list', (stripe: Stripe) => stripe.prices.list()],
  ])('fails after the third rejection: %s', async (_name, call) => {
    const { stripe, keys } = stripeThat(429, 429, 429)
    const { outcome, ms } = await settle(call(stripe))
    expect(outcome).toMatchObject({ statusCode: 429 })
    expect(keys).toHaveLength(3)
    expect(ms).toBeLessThanOrEqual(1500)
  })
})

describe('the client of Stripe', () => {
  test('repeats a request that Stripe rejects with 429', async () => {
    vi.useRealTimers()
    const bodies = [{ error: { message: 'sample' } }, { id: 'cus_1' }]
    const server = createServer((_request, response) => {
      response.writeHead(bodies.length === 2 ? 429 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(bodies.shift()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has an address of this type.
    const { port } = server.address() as AddressInfo
    vi.stubEnv('STRIPE_API_BASE', `http://127.0.0.1:${port}`)
    vi.stubEnv('STRIPE_SECRET_KEY_ID', 'key')
    expect(await (await stripeClient()).customers.retrieve('cus_1')).toMatchObject({ id: 'cus_1' })
    server.close()
  })
})

describe.each([400, 402, 500])('a request that fails with %i', (status) => {
  test('is not repeated', async () => {
    const { stripe, keys } = stripeThat(status)
    const { outcome } = await settle(refund(stripe))
    expect(outcome).toMatchObject({ statusCode: status })
    expect(keys).toHaveLength(1)
  })
})

describe('a request whose idempotency key has a stored result', () => {
  test.each(['stored 400', 'stored 500'] as const)(
    'is made with the next keys of the series: %s',
    async (stored) => {
      const { stripe, keys } = stripeThat(stored, stored)
      const { outcome } = await settle(refund(stripe))
      expect(outcome).toMatchObject({ id: 're_1' })
      expect(keys).toEqual(['key', 'key:1', 'key:2'])
    },
  )

  test('fails if the key was used with other parameters: that request may have refunded', async () => {
    const { stripe, keys } = stripeThat('reused key')
    const { outcome } = await settle(refund(stripe))
    expect(outcome).toMatchObject({ type: 'StripeIdempotencyError' })
    expect(keys).toEqual(['key'])
  })

  test('fails if a card was declined', async () => {
    const { stripe, keys } = stripeThat('stored 402')
    const { outcome } = await settle(refund(stripe))
    expect(outcome).toMatchObject({ statusCode: 402 })
    expect(keys).toEqual(['key'])
  })
})
