import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Faults, StripeStandIn } from '../types.ts'
import { copyHoldings, createAccount, type Account, type Holdings } from './account.ts'
import type { Api } from './api.ts'
import { catchUp } from './billing/renewal.ts'
import type { PriceDefinition } from './catalogue.ts'
import { createControls } from './controls.ts'
import { answer, listen } from './http.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import { createSigningSecrets } from './signing.ts'
import { createWebhooks } from './webhooks.ts'

export interface StripeOptions {
  /** 0 for any that is free. */
  readonly port: number
  readonly clock: Clock
  readonly faults: Faults
  /** Address that events are posted to, e.g. `http://localhost:3000/webhooks/stripe`. */
  readonly deliverTo: () => string
  readonly record?: (call: { action: string; resource: string; status: number }) => void
  readonly prices: readonly PriceDefinition[]
  readonly secretKey: string
  readonly webhookSecret: string
}

const ignore = () => undefined

const answerOrSaySo = async (api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    await answer(api, request, response)
  } catch (error) {
    console.error('The Stripe stand-in failed on', request.method, request.url, error)
    if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
    response.end('The local Stripe stand-in failed: see its log.')
  }
}

/**
 * Starts a stand-in for Stripe that remembers: API, hosted pages and signed webhooks of one account.
 * Rejects when the port is taken.
 */
export const startStripe = async (options: StripeOptions): Promise<StripeStandIn> => {
  const { clock, faults, prices, secretKey, webhookSecret, deliverTo } = options
  const keys = createIdempotencyKeys()
  const server = createServer()
  const url = `http://localhost:${await listen(server, options.port)}`
  const secrets = createSigningSecrets(clock, webhookSecret)
  const webhooks = createWebhooks({
    clock,
    sign: secrets.sign,
    deliverTo,
    find: (id) => account.events.get(id),
  })
  const open = (holdings?: Holdings) =>
    createAccount({ clock, url, prices, onEvent: webhooks.accept, holdings })
  let account = open()
  let closed = false
  const current = () => {
    catchUp(account)
    return account
  }
  clock.onJump(() => void (closed || current()))
  const api: Api = { account: current, clock, faults, keys, secretKey, record: options.record ?? ignore }

  server.on('request', (request, response) => void answerOrSaySo(api, request, response))
  const start = async (fresh: Account) => {
    keys.clear()
    secrets.reset()
    account = fresh
    await webhooks.clear()
  }

  return {
    url,
    secretKey,
    get webhookSecret() {
      return secrets.current()
    },
    rotateWebhookSecret: secrets.rotate,
    ...createControls(current),
    setWebhookMode: webhooks.setMode,
    webhooks: webhooks.state,
    release: webhooks.release,
    settle: webhooks.settle,
    reset: () => start(open()),
    snapshot: () => {
      const kept = copyHoldings(account)
      return () => start(open(copyHoldings(kept)))
    },
    close: async () => {
      closed = true
      await webhooks.clear()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
