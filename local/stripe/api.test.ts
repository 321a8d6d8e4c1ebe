import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCheckout, openShop, priceId, type Shop } from './testing/harness.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.standIn.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      Authorization: `Bearer ${shop.standIn.secretKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })

test('finds prices by lookup key, with ids that stay the same after a reset', async () => {
  const { data } = await shop.stripe.prices.list({
    lookup_keys: ['annual', 'pass'],
    active: true,
    expand: ['data.product'],
  })
  expect(data.map((price) => [price.lookup_key, price.unit_amount, price.recurring?.interval])).toEqual([
    ['pass', 5000, undefined],
    ['annual', 55000, 'year'],
  ])
  expect(data[1]?.product).toMatchObject({ name: 'Annual plan' })
  await shop.standIn.reset()
  expect(await priceId(shop, 'pass')).toBe(data[0]?.id)
})

test('a customer asked for twice with one key is made once', async () => {
  const options = { idempotencyKey: 'customer-1' }
  const first = await shop.stripe.customers.create({ email: 'a@customer.example' }, options)
  const second = await shop.stripe.customers.create({ email: 'a@customer.example' }, options)
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  await expect(shop.stripe.customers.create({ email: 'b@customer.example' }, options)).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
  })
  expect((await shop.stripe.customers.list()).data).toHaveLength(1)
})

test('a request with the key of one that is under way is refused', async () => {
  shop.faults.push({ service: 'stripe', action: 'customers.create', delayMs: 400 })
  const headers = { 'Idempotency-Key': 'same' }
  const both = await Promise.all([post('/v1/customers', '', headers), post('/v1/customers', '', headers)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.headers.get('stripe-should-retry')).toBe('true')
})

test('a failure of the server is remembered under its key, a malformed request is not', async () => {
  shop.faults.push({ service: 'stripe', action: 'customers.create', error: 'api_error' })
  const failed = await post('/v1/customers', '', { 'Idempotency-Key': 'failed' })
  const replayed = await post('/v1/customers', '', { 'Idempotency-Key': 'failed' })
  expect([failed.status, replayed.status]).toEqual([500, 500])
  expect(await replayed.json()).toEqual(await failed.json())
  expect(replayed.headers.get('stripe-should-retry')).toBe('false')

  const malformed = await post('/v1/customers', 'no_such=1', { 'Idempotency-Key': 'malformed' })
  const corrected = await post('/v1/customers', 'name=A', { 'Idempotency-Key': 'malformed' })
  expect([malformed.status, corrected.status]).toEqual([400, 200])
})

test('a call whose answer is lost has taken effect, and its key gives the answer later', async () => {
  shop.faults.push({ service: 'stripe', action: 'customers.create', dropResponse: true })
  const options = { idempotencyKey: 'lost' }
  // The SDK tries again by itself when the connection closes.
  const customer = await shop.stripe.customers.create({ name: 'A' }, options)
  expect((await shop.stripe.customers.list()).data.map(({ id }) => id)).toEqual([customer.id])
})

test('refuses what it does not know by name', async () => {
  const unknown = await post('/v1/customers', 'metadata[a]=1&shoe_size=9')
  expect(unknown.status).toBe(400)
  expect(await unknown.json()).toMatchObject({
    error: { type: 'invalid_request_error', code: 'parameter_unknown', param: 'shoe_size' },
  })
  const nested = await post('/v1/checkout/sessions', 'mode=payment&line_items[0][amount]=1')
  expect(await nested.json()).toMatchObject({ error: { param: 'line_items[0][amount]' } })
  const path = await post('/v1/quotes', '')
  expect(path.status).toBe(404)
  expect(await path.text()).toContain('POST: /v1/quotes')
})

test('refuses missing parameters, missing objects and bad keys in the shape of Stripe', async () => {
  await expect(shop.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
  })
  await expect(openCheckout(shop, 'monthly', 'cus_none')).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'customer',
  })
  const missing = await post('/v1/checkout/sessions', 'success_url=http://shop.example')
  expect(await missing.json()).toMatchObject({ error: { code: 'parameter_missing', param: 'mode' } })
  const stranger = new Stripe('sk_test_wrong', {
    host: '127.0.0.1',
    port: new URL(shop.standIn.url).port,
    protocol: 'http',
  })
  await expect(stranger.prices.list()).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  })
  const basic = await post('/v1/customers', '', {
    Authorization: `Basic ${btoa(`${shop.standIn.secretKey}:`)}`,
  })
  expect(basic.status).toBe(200)
})

test('metadata merges, removes and keeps to its limits', async () => {
  const { id } = await shop.stripe.customers.create({ metadata: { a: '1', b: '2' } })
  const updated = await shop.stripe.customers.update(id, { metadata: { b: '', c: '3' } })
  expect(updated.metadata).toEqual({ a: '1', c: '3' })
  await expect(shop.stripe.customers.update(id, { metadata: { ['k'.repeat(41)]: '1' } })).rejects.toThrow(
    '40 characters',
  )
  await expect(shop.stripe.customers.update(id, { metadata: { k: 'v'.repeat(501) } })).rejects.toThrow(
    '500 characters',
  )
  const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`k${index}`, '1']))
  await expect(shop.stripe.customers.update(id, { metadata: many })).rejects.toThrow('50 metadata keys')
})

test('lists pages newest first, and walks them with a cursor', async () => {
  for (const name of ['a', 'b', 'c']) await shop.stripe.customers.create({ name })
  const first = await shop.stripe.customers.list({ limit: 2 })
  expect(first.data.map(({ name }) => name)).toEqual(['c', 'b'])
  expect(first.has_more).toBe(true)
  const names = (await shop.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 10 })).map(
    ({ name }) => name,
  )
  expect(names).toEqual(['c', 'b', 'a'])
})

test('a deleted customer is retrieved as deleted, has no subscription and buys nothing more', async () => {
  const { id } = await shop.stripe.customers.create({ email: 'a@customer.example' })
  const session = await openCheckout(shop, 'monthly', id)
  await shop.standIn.pay(session.id, 'ok')
  expect(await shop.stripe.customers.del(id)).toMatchObject({ id, deleted: true })
  expect(await shop.stripe.customers.retrieve(id)).toMatchObject({ id, object: 'customer', deleted: true })
  const { data } = await shop.stripe.subscriptions.list({ customer: id, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
  await expect(openCheckout(shop, 'monthly', id)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('records each call with its action and status', async () => {
  await shop.stripe.customers.create()
  await expect(shop.stripe.customers.retrieve('cus_none')).rejects.toThrow('No such customer')
  expect(shop.calls).toMatchObject([
    { action: 'customers.create', status: 200 },
    { action: 'customers.retrieve', resource: '/v1/customers/cus_none', status: 404 },
  ])
})
