import { Stripe } from 'stripe'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readDescription, type ApiDescription, type WireCall } from './testing/description.ts'
import { openCheckout, openShop, postCard, priceId, subscribe, type Shop } from './testing/harness.ts'

let description: ApiDescription
beforeAll(async () => {
  description = await readDescription()
})

/** The shop, with a client that remembers what went over the wire. */
const openWatchedShop = async (): Promise<{ shop: Shop; calls: WireCall[] }> => {
  const shop = await openShop()
  const calls: WireCall[] = []
  const watch: typeof fetch = async (address, options) => {
    const response = await fetch(address, options)
    calls.push({
      method: options?.method ?? 'GET',
      address: new Request(address).url,
      form: typeof options?.body === 'string' ? options.body : '',
      status: response.status,
      answer: await response.clone().json(),
    })
    return response
  }
  const { port } = new URL(shop.standIn.url)
  const stripe = new Stripe(shop.standIn.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(watch),
  })
  return { shop: { ...shop, stripe }, calls }
}

let shop: Shop
let calls: WireCall[]
beforeEach(async () => {
  ;({ shop, calls } = await openWatchedShop())
  shop.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => shop.close())

const at = (iso: string) => shop.clock.set(new Date(iso))

/** Checks every call since the last check, every object that the account holds, and every event that was sent. */
const expectConformity = async () => {
  const { stripe } = shop
  for (const list of [
    stripe.customers.list(),
    stripe.subscriptions.list({ status: 'all', expand: ['data.latest_invoice.payments'] }),
    stripe.invoices.list({ expand: ['data.payments.data.payment.payment_intent'] }),
    stripe.checkout.sessions.list({ expand: ['data.line_items'] }),
    stripe.paymentIntents.list({ expand: ['data.payment_method', 'data.latest_charge'] }),
    stripe.refunds.list(),
    stripe.testHelpers.testClocks.list(),
    stripe.prices.list({ expand: ['data.product'] }),
    stripe.events.list({ limit: 100 }),
  ])
    await list
  await shop.standIn.settle()
  const listed = [...(await stripe.charges.list()).data, ...(await stripe.disputes.list()).data]
  const events: Stripe.Event[] = shop.received.splice(0).map(({ body }) => JSON.parse(body))
  const wire = calls.splice(0).filter(({ address }) => !/\/v1\/(charges|disputes)(\?|$)/.test(address))
  expect([
    ...new Set([
      ...wire.flatMap(description.call),
      ...listed.flatMap(description.object),
      ...events.flatMap(description.object),
      ...events.flatMap((event) => description.object(event.data.object)),
    ]),
  ]).toEqual([])
}

test('a subscription conforms when it is bought, renewed, overdue, cancelled and over', async () => {
  const { customer, subscription } = await subscribe(shop)
  await shop.stripe.subscriptions.retrieve(subscription, { expand: ['customer', 'default_payment_method'] })
  at('2030-02-28T12:30:00Z')
  await expectConformity()
  at('2030-03-01T00:00:00Z')
  shop.standIn.setCard(customer, 'authenticate')
  at('2030-04-01T00:00:00Z')
  await expectConformity()
  shop.standIn.setCard(customer, 'ok')
  await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: true, metadata: { a: 'b' } })
  await expectConformity()
  at('2030-06-01T00:00:00Z')
  await shop.stripe.subscriptions.list({ customer, status: 'canceled' })
  await expectConformity()
})

test('a session conforms when it is open, declined, paid, expired and refused', async () => {
  const first = await openCheckout(shop, 'pass')
  await shop.standIn.pay(first.id, 'insufficient')
  await shop.stripe.checkout.sessions.listLineItems(first.id)
  await shop.stripe.checkout.sessions.expire(first.id)
  const second = await openCheckout(shop, 'annual')
  await postCard(second.url ?? '', { number: '4000002500003155' })
  await expectConformity()
  await shop.standIn.pay(second.id, 'ok')
  const third = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [{ price: await priceId(shop, 'pass'), quantity: 2 }],
    success_url: 'http://shop.example/{CHECKOUT_SESSION_ID}',
    customer_email: 'guest@customer.example',
    customer_creation: 'always',
    expires_at: Math.floor(shop.clock.now().getTime() / 1000) + 3600,
    payment_intent_data: { description: 'A pass', metadata: { kind: 'pass' } },
    custom_text: { submit: { message: 'Half an hour.' } },
    ui_mode: 'hosted_page',
  })
  await shop.standIn.pay(third.id, 'ok')
  await expect(shop.stripe.checkout.sessions.expire(third.id)).rejects.toThrow('complete')
  await expect(shop.stripe.checkout.sessions.retrieve('cs_none')).rejects.toThrow('No such')
  await expectConformity()
})

test('direct debits conform on their way and after it', async () => {
  const paid = await openCheckout(shop, 'pass')
  await shop.standIn.pay(paid.id, 'debit')
  const customer = await shop.stripe.customers.create({ email: 'b@customer.example' })
  const failing = await openCheckout(shop, 'monthly', customer.id)
  await shop.standIn.pay(failing.id, 'failingDebit')
  await expectConformity()
  at('2030-02-04T00:00:00Z')
  await expectConformity()
})

test('refunds and disputes conform in every state', async () => {
  const { session } = await subscribe(shop)
  const { id } = shop.standIn.refund({ session, amount: 1000 })
  await shop.stripe.refunds.update(id, { metadata: { why: 'goodwill' } })
  await shop.stripe.refunds.retrieve(id, { expand: ['charge.refunds', 'payment_intent'] })
  shop.standIn.refund({ session, amount: 1000, fails: true })
  shop.standIn.dispute({ session, outcome: 'open' })
  await expectConformity()
  shop.standIn.dispute({ session, outcome: 'won' })
  const other = await subscribe(shop, 'annual')
  shop.standIn.dispute({ session: other.session, outcome: 'lost' })
  await expectConformity()
})

test('customers, portal sessions and incomplete subscriptions conform', async () => {
  const customer = await shop.stripe.customers.create({
    email: 'a@customer.example',
    name: 'Robin Sample',
    address: { line1: '1 Example Row', country: 'GB' },
    metadata: { user_id: 'u1' },
  })
  await shop.stripe.customers.update(customer.id, { phone: '0', metadata: '' })
  const { id, invoice } = shop.standIn.startSubscription(customer.id, 'monthly')
  await shop.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'http://shop.example/profile',
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription: id },
      after_completion: { type: 'hosted_confirmation', hosted_confirmation: { custom_message: 'Bye' } },
    },
  })
  await expect(shop.stripe.invoices.pay(invoice ?? '')).rejects.toThrow('no default payment method')
  await expectConformity()
  at('2030-02-02T00:00:00Z')
  await shop.stripe.invoices.retrieve(invoice ?? '')
  await shop.stripe.customers.del(customer.id)
  await shop.stripe.customers.retrieve(customer.id)
  await expectConformity()
})

test('clocks of single customers conform while they move, and when they are gone', async () => {
  const clock = await shop.stripe.testHelpers.testClocks.create({ frozen_time: 1_900_000_000, name: 'A' })
  await shop.stripe.customers.create({ test_clock: clock.id })
  await shop.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_900_100_000 })
  await shop.stripe.testHelpers.testClocks.del(clock.id)
  await expectConformity()
})
