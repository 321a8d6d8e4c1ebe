import type * as StripeModule from 'stripe'
import type { Stripe } from 'stripe'
import { prices } from '#local/cloud/prices.ts'
import { createClock } from '#local/kit/clock.ts'
import { createFaults } from '#local/kit/faults.ts'
import { startStripe } from '#local/stripe/server.ts'
import { record } from './observed.ts'

export const secretKey = 'sk_test_calls'

const emulator = await startStripe({
  port: 0,
  clock: createClock(),
  faults: createFaults(),
  prices,
  secretKey,
  webhookSecret: 'whsec_calls',
  deliverTo: () => '',
  onEvent: () => undefined,
})

/** Records each request, and passes it to the emulator without HTTP. */
const recordedClient: Stripe.HttpClient = {
  getClientName: () => 'recorded',
  makeRequest: (_host, _port, path, method, headers, body) =>
    record({ service: 'stripe', action: `${method} ${path}`, input: body }, async () => {
      const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
      const response = await emulator.call({
        method,
        url: new URL(path, emulator.url),
        headers: Object.fromEntries(named),
        body: body ?? '',
      })
      return {
        getStatusCode: () => response.status,
        getHeaders: () => response.headers,
        getRawResponse: () => response,
        toStream: () => {
          throw new Error('No test reads a stream')
        },
        toJSON: async () => JSON.parse(response.body),
      }
    }),
}

/** Returns the Stripe library with recorded requests. */
export const recordedStripe = (original: typeof StripeModule): typeof StripeModule => {
  class RecordedStripe extends original.Stripe {
    constructor(key: string, config: Stripe.StripeConfig) {
      super(key, { ...config, httpClient: recordedClient })
    }
  }
  return { ...original, Stripe: RecordedStripe, default: RecordedStripe }
}

export const closeStripe = (): Promise<void> => emulator.close()
