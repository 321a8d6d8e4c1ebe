import '#test/kit/in-memory/environment.ts'
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countMetrics } from '#platform/metric.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { rawRequest } from '#test/kit/in-memory/raw-request.ts'
import { handle } from './handler.ts'

vi.mock('#platform/secrets.ts', () => ({ secret: async () => 'whsec_sample' }))
vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))

// Stripe's library compares the time of a signature with the clock.
beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
  vi.useFakeTimers({ now })
  vi.stubEnv('STRIPE_API_BASE', '')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Delivers a signed event of this mode to a stage with live payments or without. */
const deliver = async ({ livemode, liveMode }: { livemode: boolean; liveMode: boolean }) => {
  const { deps: own, table } = await subscriberInMemory()
  const object = { object: 'customer', id: 'cus_1' }
  const body = JSON.stringify({ id: 'evt_1', type: 'customer.updated', livemode, data: { object } })
  const t = Math.floor(now.getTime() / 1000)
  const v1 = createHmac('sha256', 'whsec_sample').update(`${t}.${body}`).digest('hex')
  const request = rawRequest({ body, headers: { 'stripe-signature': `t=${t},v1=${v1}` }, now })
  const deps = {
    ...own,
    customers: customerRepository(table),
    passes: passRepository(table),
    guestKeys: guestKeysFrom(async () => 'a secret'),
    liveMode,
  }
  const reply = handle(request, deps)
  return { reply, isProcessed: async () => own.events.isProcessed('evt_1') }
}

describe('stripe-webhook', () => {
  test.each([true, false])('processes an event of its own mode: %s', async (live) => {
    const { reply, isProcessed } = await deliver({ livemode: live, liveMode: live })
    expect(await reply).toMatchObject({ statusCode: 200 })
    expect(await isProcessed()).toBe(true)
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test.each([true, false])('rejects an event of the other mode: %s', async (live) => {
    const { reply, isProcessed } = await deliver({ livemode: live, liveMode: !live })
    await expect(reply).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await isProcessed()).toBe(false)
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ WrongModeEvents: 1 })
  })
})
