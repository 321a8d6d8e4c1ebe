import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { createClock, type Clock } from '#local/kit/clock.ts'
import type { Fault, Faults } from '#local/kit/faults.ts'
import type { PriceDefinition } from '../account/catalogue.ts'
import type { StripeEmulator } from '../server.ts'
import { startStripe } from '../server.ts'

/** One request that the webhook endpoint received. */
export interface Received {
  readonly signature: string
  readonly body: string
  readonly type: string
}

/** An emulator for tests, with an SDK client and a webhook endpoint. */
export interface TestAccount {
  readonly stripe: Stripe
  readonly emulator: StripeEmulator
  readonly clock: Clock
  readonly received: Received[]
  readonly calls: { action: string; status: number }[]
  /** Statuses of the endpoint's next responses, in order. 200 when empty. */
  readonly nextStatuses: number[]
  readonly faults: Fault[]
  close(): Promise<void>
}

const samplePrices = [
  { lookupKey: 'monthly', unitAmount: 5000, currency: 'gbp', interval: 'month', productName: 'Monthly plan' },
  { lookupKey: 'annual', unitAmount: 55000, currency: 'gbp', interval: 'year', productName: 'Annual plan' },
  { lookupKey: 'pass', unitAmount: 5000, currency: 'gbp', interval: null, productName: 'Chat pass' },
] as const

const receive = async (request: IncomingMessage, received: Received[]): Promise<void> => {
  const body = await text(request)
  const event: { type: string } = JSON.parse(body)
  received.push({ signature: String(request.headers['stripe-signature']), body, type: event.type })
}

const endpointOf = async (received: Received[], nextStatuses: number[]) => {
  const server = createServer((request, response) => {
    const respond = () => response.writeHead(nextStatuses.shift() ?? 200).end()
    receive(request, received).then(respond, (error: unknown) => response.destroy(new Error(String(error))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, address: `http://127.0.0.1:${port}/webhooks/stripe` }
}

const faultsFrom = (list: Fault[]): Faults => ({
  set: () => undefined,
  clear: () => undefined,
  take: (service, action) => {
    const index = list.findIndex((fault) => fault.service === service && fault.action === action)
    return index < 0 ? undefined : list.splice(index, 1)[0]
  },
})

/** Starts an emulator, an SDK client for it and an endpoint that accepts its webhooks. Default: with sample prices. */
export const openTestAccount = async (
  prices: readonly PriceDefinition[] = samplePrices,
): Promise<TestAccount> => {
  const clock = createClock()
  const received: Received[] = []
  const nextStatuses: number[] = []
  const faults: Fault[] = []
  const calls: TestAccount['calls'] = []
  const endpoint = await endpointOf(received, nextStatuses)
  const emulator = await startStripe({
    port: 0,
    clock,
    faults: faultsFrom(faults),
    deliverTo: () => endpoint.address,
    record: (call) => calls.push(call),
    prices,
    secretKey: 'sk_test_local',
    webhookSecret: 'whsec_local',
  })
  const { port } = new URL(emulator.url)
  const stripe = new Stripe(emulator.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  const close = async () => {
    await emulator.close()
    endpoint.server.closeAllConnections()
    endpoint.server.close()
  }
  return { stripe, emulator, clock, received, calls, nextStatuses, faults, close }
}

/** Returns the id of the price with a lookup key. */
export const priceId = async ({ stripe }: TestAccount, lookupKey: string): Promise<string> => {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] })
  const [price] = data
  if (!price) throw new Error(`No price ${lookupKey}`)
  return price.id
}

/** Creates a Checkout Session for a price. Default: without a customer. */
export const openCheckout = async (account: TestAccount, lookupKey: string, customer?: string) => {
  const mode = lookupKey === 'pass' ? 'payment' : 'subscription'
  return account.stripe.checkout.sessions.create({
    mode,
    customer,
    line_items: [{ price: await priceId(account, lookupKey), quantity: 1 }],
    success_url: 'http://site.example/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://site.example/cancelled',
    client_reference_id: 'buyer-1',
    metadata: { plan: lookupKey },
    ...(mode === 'subscription' && { subscription_data: { metadata: { plan: lookupKey } } }),
  })
}

/** Returns the id of an object, expanded or not. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string => {
  const id = typeof reference === 'string' ? reference : reference?.id
  if (id === undefined) throw new Error('The reference is empty')
  return id
}

/** Creates a customer with a paid subscription. */
export const subscribe = async (account: TestAccount, plan: 'monthly' | 'annual' = 'monthly') => {
  const customer = await account.stripe.customers.create({ email: 'a@customer.example' })
  const session = await openCheckout(account, plan, customer.id)
  await postCard(session.url ?? '')
  const { subscription } = await account.stripe.checkout.sessions.retrieve(session.id)
  return { customer: customer.id, subscription: idOf(subscription), session: session.id }
}

/** Submits the form of a hosted page. Default: a valid card. */
export const postCard = (address: string, fields: Record<string, string> = {}) =>
  fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      email: 'buyer@customer.example',
      number: '4242 4242 4242 4242',
      expiry: '12/60',
      cvc: '123',
      name: 'Robin Sample',
      ...fields,
    }),
  })
