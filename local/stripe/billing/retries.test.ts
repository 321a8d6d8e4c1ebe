import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf, openShop, priceId, subscribe, type Shop } from '../testing/harness.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
  shop.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => shop.close())

const at = (iso: string) => shop.clock.set(new Date(iso))
const load = (id: string) => shop.stripe.subscriptions.retrieve(id)
const latestInvoice = async (id: string) =>
  shop.stripe.invoices.retrieve(idOf((await load(id)).latest_invoice))
const dayOf = (epochSeconds: number | null) =>
  epochSeconds && new Date(epochSeconds * 1000).toISOString().slice(0, 10)
const typesSince = async (...types: string[]) =>
  (await shop.stripe.events.list({ types, limit: 100 })).data.map(({ type }) => type).reverse()

test('a renewal waits an hour in draft, while the subscription stays active, and is then charged', async () => {
  const { subscription } = await subscribe(shop)
  at('2030-02-28T12:30:00Z')
  expect((await load(subscription)).status).toBe('active')
  expect(await latestInvoice(subscription)).toMatchObject({ status: 'draft', number: null, attempted: false })
  at('2030-02-28T13:00:10Z')
  expect(await latestInvoice(subscription)).toMatchObject({ status: 'paid', attempt_count: 1 })
})

test('a failed renewal is tried after 3, 5 and 7 days more, and then the subscription is cancelled', async () => {
  const { customer, subscription } = await subscribe(shop)
  shop.standIn.setCard(customer, 'decline')
  const days: (string | number | null)[] = []
  for (const day of ['2030-02-28', '2030-03-03', '2030-03-08']) {
    at(`${day}T14:00:00Z`)
    const invoice = await latestInvoice(subscription)
    days.push(dayOf(invoice.next_payment_attempt))
    expect([(await load(subscription)).status, invoice.status]).toEqual(['past_due', 'open'])
  }
  expect(days).toEqual(['2030-03-03', '2030-03-08', '2030-03-15'])
  at('2030-03-15T14:00:00Z')
  expect(await load(subscription)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  expect(await latestInvoice(subscription)).toMatchObject({
    status: 'open',
    attempt_count: 4,
    auto_advance: false,
    next_payment_attempt: null,
  })
  expect(await typesSince('invoice.payment_failed', 'customer.subscription.deleted')).toEqual([
    ...Array.from({ length: 4 }, () => 'invoice.payment_failed'),
    'customer.subscription.deleted',
  ])
})

test('an account may be set to leave subscriptions unpaid: further renewals stay in draft', async () => {
  shop.standIn.configure({ afterRetries: 'unpaid' })
  const { customer, subscription } = await subscribe(shop)
  shop.standIn.setCard(customer, 'insufficient')
  at('2030-03-20T00:00:00Z')
  expect((await load(subscription)).status).toBe('unpaid')
  const unpaid = (await load(subscription)).latest_invoice
  at('2030-04-02T00:00:00Z')
  expect(await latestInvoice(subscription)).toMatchObject({ status: 'draft', auto_advance: false })
  shop.standIn.setCard(customer, 'ok')
  await shop.stripe.invoices.pay(idOf(unpaid))
  expect((await load(subscription)).status).toBe('unpaid')
  await shop.stripe.invoices.pay(idOf((await load(subscription)).latest_invoice))
  expect((await load(subscription)).status).toBe('active')
})

test('a retry with a card that is good by then makes the subscription active again', async () => {
  const { customer, subscription } = await subscribe(shop)
  shop.standIn.setCard(customer, 'authenticate')
  at('2030-03-01T00:00:00Z')
  expect(await typesSince('invoice.payment_action_required')).toHaveLength(1)
  shop.standIn.setCard(customer, 'ok')
  at('2030-03-04T00:00:00Z')
  expect((await load(subscription)).status).toBe('active')
  expect(await latestInvoice(subscription)).toMatchObject({ status: 'paid', attempt_count: 2 })
})

test('trying to pay by hand does not shorten the schedule', async () => {
  const { customer, subscription } = await subscribe(shop)
  shop.standIn.setCard(customer, 'decline')
  at('2030-03-01T00:00:00Z')
  const { id, next_payment_attempt: next } = await latestInvoice(subscription)
  await expect(shop.stripe.invoices.pay(id)).rejects.toMatchObject({ code: 'card_declined' })
  expect(await latestInvoice(subscription)).toMatchObject({ attempt_count: 1, next_payment_attempt: next })
})

test('an invoice that is written off lets its subscription go on', async () => {
  const { customer, subscription } = await subscribe(shop)
  shop.standIn.setCard(customer, 'decline')
  at('2030-03-01T00:00:00Z')
  const { id } = await latestInvoice(subscription)
  expect((await shop.stripe.invoices.markUncollectible(id)).status).toBe('uncollectible')
  expect((await load(subscription)).status).toBe('active')
})

test('a subscription whose first payment does not come within 23 hours never begins', async () => {
  const customer = await shop.stripe.customers.create({ email: 'a@customer.example' })
  shop.standIn.setCard(customer.id, 'authenticate')
  const created = await shop.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: await priceId(shop, 'monthly') }],
  })
  expect(created.status).toBe('incomplete')
  at('2030-02-01T10:59:00Z')
  expect((await load(created.id)).status).toBe('incomplete')
  at('2030-02-01T11:01:00Z')
  expect((await load(created.id)).status).toBe('incomplete_expired')
  expect((await latestInvoice(created.id)).status).toBe('void')
  expect(await typesSince('invoice.voided')).toHaveLength(1)
  at('2030-04-01T00:00:00Z')
  expect((await load(created.id)).status).toBe('incomplete_expired')
})

test('a first payment that comes in time makes an incomplete subscription active', async () => {
  const { customer } = await subscribe(shop)
  const { id, status, invoice } = shop.standIn.startSubscription(customer, 'annual')
  expect(status).toBe('active')
  const fresh = await shop.stripe.customers.create()
  const waiting = shop.standIn.startSubscription(fresh.id, 'monthly')
  expect(waiting.status).toBe('incomplete')
  shop.standIn.setCard(fresh.id, 'ok')
  await shop.stripe.invoices.pay(waiting.invoice ?? '')
  expect((await load(waiting.id)).status).toBe('active')
  expect([id, invoice]).not.toContain(null)
})
