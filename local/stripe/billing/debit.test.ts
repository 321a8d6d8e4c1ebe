import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf, openCheckout, openShop, type Shop } from '../testing/harness.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
  shop.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => shop.close())

const load = (id: string) =>
  shop.stripe.checkout.sessions.retrieve(id, { expand: ['subscription', 'payment_intent', 'invoice'] })
const typesOf = async (...types: string[]) =>
  (await shop.stripe.events.list({ types })).data.map(({ type }) => type).reverse()
const buy = async (lookupKey: string, card: 'debit' | 'failingDebit') => {
  const customer = await shop.stripe.customers.create({ email: 'a@customer.example' })
  const { id } = await openCheckout(shop, lookupKey, customer.id)
  expect(await shop.standIn.pay(id, card)).toMatchObject({ redirect: expect.stringContaining(id) })
  return id
}

test('a pass bought by direct debit is complete and unpaid until the bank pays, days later', async () => {
  const id = await buy('pass', 'debit')
  expect(await load(id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: { status: 'processing' },
  })
  shop.clock.set(new Date('2030-02-03T12:01:00Z'))
  expect(await load(id)).toMatchObject({ payment_status: 'paid', payment_intent: { status: 'succeeded' } })
  expect(await typesOf('checkout.session.*', 'charge.*')).toEqual([
    'charge.pending',
    'checkout.session.completed',
    'charge.succeeded',
    'checkout.session.async_payment_succeeded',
  ])
})

test('a subscription bought by direct debit is active at once, and cancelled when the debit fails', async () => {
  const id = await buy('monthly', 'failingDebit')
  expect(await load(id)).toMatchObject({
    payment_status: 'unpaid',
    subscription: { status: 'active' },
    invoice: { status: 'open', attempt_count: 1 },
  })
  shop.clock.set(new Date('2030-02-03T12:01:00Z'))
  expect(await load(id)).toMatchObject({
    payment_status: 'unpaid',
    subscription: { status: 'canceled' },
    invoice: { status: 'open' },
  })
  expect(await typesOf('invoice.payment_failed', 'checkout.session.async_payment_failed')).toEqual([
    'invoice.payment_failed',
    'checkout.session.async_payment_failed',
  ])
})

test('an invoice with a debit under way cannot be paid a second time, and a cancelled one stays cancelled', async () => {
  const id = await buy('monthly', 'failingDebit')
  const { invoice, subscription } = await shop.stripe.checkout.sessions.retrieve(id)
  await expect(shop.stripe.invoices.pay(idOf(invoice))).rejects.toThrow('already processing')
  const { hosted_invoice_url: address } = await shop.stripe.invoices.retrieve(idOf(invoice))
  expect(await (await fetch(address ?? '')).text()).toContain('Payment on its way')
  await shop.stripe.subscriptions.cancel(idOf(subscription))
  shop.clock.set(new Date('2030-02-04T00:00:00Z'))
  expect(await typesOf('customer.subscription.deleted', 'invoice.payment_failed')).toEqual([
    'customer.subscription.deleted',
    'invoice.payment_failed',
  ])
})

test('the bank’s answer can be had at once, once', async () => {
  const session = await buy('monthly', 'failingDebit')
  shop.standIn.finishDebit({ session, outcome: 'paid' })
  expect(await load(session)).toMatchObject({ payment_status: 'paid', invoice: { status: 'paid' } })
  expect(() => shop.standIn.finishDebit({ session, outcome: 'paid' })).toThrow('No debit')
})

test('a subscription that was bought by direct debit renews by direct debit', async () => {
  const id = await buy('monthly', 'debit')
  const latest = async () => {
    const { subscription } = await shop.stripe.checkout.sessions.retrieve(id)
    const { status, latest_invoice: invoice } = await shop.stripe.subscriptions.retrieve(idOf(subscription))
    return { subscription: status, invoice: (await shop.stripe.invoices.retrieve(idOf(invoice))).status }
  }
  shop.clock.set(new Date('2030-03-01T00:00:00Z'))
  expect(await latest()).toEqual({ subscription: 'active', invoice: 'open' })
  shop.clock.set(new Date('2030-03-04T00:00:00Z'))
  expect(await latest()).toEqual({ subscription: 'active', invoice: 'paid' })
})

test('a session for cards only neither offers nor takes direct debits', async () => {
  const [price] = (await shop.stripe.prices.list({ lookup_keys: ['pass'] })).data
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: price?.id ?? '', quantity: 1 }],
    success_url: 'http://shop.example/success',
    allowed_payment_method_types: ['card'],
  })
  expect(await (await fetch(session.url ?? '')).text()).not.toContain('direct debit')
  expect(await shop.standIn.pay(session.id, 'debit')).toEqual({
    redirect: null,
    error: 'Direct debits are not accepted here.',
  })
})
