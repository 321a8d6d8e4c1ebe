import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { createClock, type Clock } from '../../clock.ts'
import type { Fault, Faults, StripeStandIn } from '../../types.ts'
import { startStripe } from '../server.ts'

/** One request that the shop's webhook endpoint received. */
export interface Received {
  readonly signature: string
  readonly body: string
  readonly type: string
}

export interface Shop {
  readonly stripe: Stripe
  readonly standIn: StripeStandIn
  readonly clock: Clock
  readonly received: Received[]
  readonly calls: { action: string; status: number }[]
  /** What the endpoint answers next, in order; 200 when empty. */
  readonly answers: number[]
  readonly faults: Fault[]
  close(): Promise<void>
}

const prices = [
  { lookupKey: 'monthly', unitAmount: 5000, currency: 'gbp', interval: 'month', productName: 'Monthly plan' },
  { lookupKey: 'annual', unitAmount: 55000, currency: 'gbp', interval: 'year', productName: 'Annual plan' },
  { lookupKey: 'pass', unitAmount: 5000, currency: 'gbp', interval: null, productName: 'Chat pass' },
] as const

const receive = async (request: IncomingMessage, received: Received[]): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body = Buffer.concat(chunks).toString()
  const event: { type: string } = JSON.parse(body)
  received.push({ signature: String(request.headers['stripe-signature']), body, type: event.type })
}

const endpointOf = async (received: Received[], answers: number[]) => {
  const server = createServer((request, response) => {
    const answer = () => response.writeHead(answers.shift() ?? 200).end()
    receive(request, received).then(answer, (error: unknown) => response.destroy(new Error(String(error))))
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

/** A stand-in, the SDK's own client for it and an endpoint that takes its webhooks. */
export const openShop = async (): Promise<Shop> => {
  const clock = createClock()
  const received: Received[] = []
  const answers: number[] = []
  const faults: Fault[] = []
  const calls: Shop['calls'] = []
  const endpoint = await endpointOf(received, answers)
  const standIn = await startStripe({
    port: 0,
    clock,
    faults: faultsFrom(faults),
    deliverTo: () => endpoint.address,
    record: (call) => calls.push(call),
    prices,
    secretKey: 'sk_test_local',
    webhookSecret: 'whsec_local',
  })
  const { port } = new URL(standIn.url)
  const stripe = new Stripe(standIn.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  const close = async () => {
    await standIn.close()
    endpoint.server.closeAllConnections()
    endpoint.server.close()
  }
  return { stripe, standIn, clock, received, calls, answers, faults, close }
}

/** The id of the price with a lookup key. */
export const priceId = async ({ stripe }: Shop, lookupKey: string): Promise<string> => {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] })
  const [price] = data
  if (!price) throw new Error(`No price ${lookupKey}`)
  return price.id
}

/** Opens a Checkout Session for a price, for a customer who is new to the shop unless one is given. */
export const openCheckout = async (shop: Shop, lookupKey: string, customer?: string) => {
  const mode = lookupKey === 'pass' ? 'payment' : 'subscription'
  return shop.stripe.checkout.sessions.create({
    mode,
    customer,
    line_items: [{ price: await priceId(shop, lookupKey), quantity: 1 }],
    success_url: 'http://shop.example/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.example/cancelled',
    client_reference_id: 'buyer-1',
    metadata: { plan: lookupKey },
    ...(mode === 'subscription' && { subscription_data: { metadata: { plan: lookupKey } } }),
  })
}

/** The id of an object, whether or not it was expanded. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string => {
  const id = typeof reference === 'string' ? reference : reference?.id
  if (id === undefined) throw new Error('Nothing is referred to')
  return id
}

/** A new customer with a paid subscription. */
export const subscribe = async (shop: Shop, plan: 'monthly' | 'annual' = 'monthly') => {
  const customer = await shop.stripe.customers.create({ email: 'a@customer.example' })
  const session = await openCheckout(shop, plan, customer.id)
  await postCard(session.url ?? '')
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(session.id)
  return { customer: customer.id, subscription: idOf(subscription), session: session.id }
}

/** Posts the hosted page's form; what is not given is a good card's. */
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
