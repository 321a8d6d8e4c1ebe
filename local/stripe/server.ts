import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Faults, StripeStandIn } from '../types.ts'
import { createAccount, type Account } from './account.ts'
import { callApi, type Api } from './api.ts'
import { catchUp } from './billing/renewal.ts'
import { cardThat, isCardBehaviour, type CardBehaviour } from './cards.ts'
import type { PriceDefinition } from './catalogue.ts'
import { hostedPage } from './checkout/hosted.ts'
import { pagePolicy } from './checkout/html.ts'
import { answerAuthentication } from './checkout/pay.ts'
import { submit } from './checkout/submission.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import { setCustomerCard } from './billing/set-card.ts'
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

const largestBody = 1024 * 1024

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > largestBody) throw new Error(`A request body of more than ${largestBody} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

const headersOf = (request: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )

const answerApi = async (
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> => {
  const body = await readBody(request)
  const answer = await callApi(api, {
    method: request.method ?? 'GET',
    url,
    headers: headersOf(request),
    body,
  })
  if (answer.dropped) {
    response.destroy()
    return
  }
  response.writeHead(answer.status, answer.headers).end(answer.body)
}

const answerPage = async (
  account: () => Account,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => {
  const body = await readBody(request)
  const answer = hostedPage(account(), request.method ?? 'GET', url.pathname, body)
  if ('location' in answer) {
    response.writeHead(answer.status, { Location: answer.location, 'Cache-Control': 'no-store' }).end()
    return
  }
  response
    .writeHead(answer.status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(answer.page)
}

/** Pays as the hosted page's form does, 3-D Secure included. */
const payAs = (account: Account, id: string, behaviour: CardBehaviour) => {
  const session = account.sessions.get(id)
  if (!session) return { redirect: null, error: `No such checkout.session: '${id}'` }
  if (session.status !== 'open')
    return { redirect: null, error: `This Checkout Session is ${session.status}.` }
  const nextYear = new Date(account.now() * 1000).getUTCFullYear() + 1
  const outcome = submit(account, session, {
    email: session.customer_details?.email ?? 'buyer@customer.example',
    number: cardThat(behaviour).number,
    expiry: `12/${String(nextYear).slice(-2)}`,
    cvc: '123',
    name: 'Test Buyer',
  })
  const settled = outcome.kind === 'authenticate' ? answerAuthentication(account, session, true) : outcome
  if (settled?.kind === 'paid') return { redirect: settled.redirect }
  if (settled?.kind === 'declined') return { redirect: null, error: settled.message }
  return { redirect: null, error: 'The payment could not be made.' }
}

const listen = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

/**
 * Starts a stand-in for Stripe that remembers: API, hosted pages and signed webhooks of one account.
 * Rejects when the port is taken.
 */
export const startStripe = async (options: StripeOptions): Promise<StripeStandIn> => {
  const { clock, faults, prices, secretKey, webhookSecret, deliverTo } = options
  const keys = createIdempotencyKeys()
  const server = createServer()
  const url = `http://localhost:${await listen(server, options.port)}`
  const webhooks = createWebhooks({
    clock,
    secret: webhookSecret,
    deliverTo,
    find: (id) => account.events.get(id),
  })
  const open = () => createAccount({ clock, url, prices, onEvent: webhooks.accept })
  let account = open()
  let closed = false
  const current = () => {
    catchUp(account)
    return account
  }
  clock.onJump(() => void (closed || current()))
  const api: Api = {
    account: current,
    clock,
    faults,
    keys,
    secretKey,
    record: options.record ?? (() => undefined),
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const address = new URL(request.url ?? '/', url)
    const answer = address.pathname.startsWith('/c/')
      ? answerPage(current, request, response, address)
      : answerApi(api, request, response, address)
    answer.catch((error: unknown) => {
      console.error('The Stripe stand-in failed on', request.method, request.url, error)
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
      response.end('The local Stripe stand-in failed: see its log.')
    })
  })

  return {
    url,
    secretKey,
    webhookSecret,
    pay: async (session, card) => payAs(current(), session, card),
    setWebhookMode: webhooks.setMode,
    webhooks: webhooks.state,
    release: webhooks.release,
    settle: webhooks.settle,
    setCard: (customer, card) => {
      if (!isCardBehaviour(card)) throw new Error(`No such card: '${card}'`)
      setCustomerCard(current(), customer, card)
    },
    reset: async () => {
      await webhooks.clear()
      keys.clear()
      account = open()
    },
    close: async () => {
      closed = true
      await webhooks.clear()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
