import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  openCheckout,
  openTestAccount,
  priceId,
  subscribe,
  type TestAccount,
} from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
})
afterEach(() => account.close())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${account.emulator.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      Authorization: `Bearer ${account.emulator.secretKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })

describe('Stripe API', () => {
  test('lists prices by lookup key and keeps their ids after a reset', async () => {
    const { data } = await account.stripe.prices.list({
      lookup_keys: ['annual', 'pass'],
      active: true,
      expand: ['data.product'],
    })
    expect(data.map((price) => [price.lookup_key, price.unit_amount, price.recurring?.interval])).toEqual([
      ['pass', 5000, undefined],
      ['annual', 55000, 'year'],
    ])
    expect(data[1]?.product).toMatchObject({ name: 'Annual plan' })
    await account.emulator.reset()
    expect(await priceId(account, 'pass')).toBe(data[0]?.id)
  })

  test('rejects an expansion of more than four levels', async () => {
    const { subscription } = await subscribe(account)
    const load = (path: string) => account.stripe.subscriptions.retrieve(subscription, { expand: [path] })
    const path = 'latest_invoice.parent.subscription_details.subscription'
    expect(await load(path)).toMatchObject({ id: subscription })
    await expect(load(`${path}.customer`)).rejects.toMatchObject({ statusCode: 400, param: 'expand' })
  })

  test('creates a customer once for two requests with the same idempotency key', async () => {
    const options = { idempotencyKey: 'customer-1' }
    const first = await account.stripe.customers.create({ email: 'a@customer.example' }, options)
    const second = await account.stripe.customers.create({ email: 'a@customer.example' }, options)
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    await expect(
      account.stripe.customers.create({ email: 'b@customer.example' }, options),
    ).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeIdempotencyError',
    })
    expect((await account.stripe.customers.list()).data).toHaveLength(1)
  })

  test('rejects a request while another with the same idempotency key is in progress', async () => {
    account.faults.push({ service: 'stripe', action: 'customers.create', delayMs: 400 })
    const headers = { 'Idempotency-Key': 'same' }
    const responses = await Promise.all([
      post('/v1/customers', '', headers),
      post('/v1/customers', '', headers),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const conflict = responses.find(({ status }) => status === 409)
    expect(conflict?.headers.get('stripe-should-retry')).toBe('true')
  })

  test('stores server errors under their idempotency key, but not malformed requests', async () => {
    account.faults.push({ service: 'stripe', action: 'customers.create', error: 'api_error' })
    const failed = await post('/v1/customers', '', { 'Idempotency-Key': 'failed' })
    const replayed = await post('/v1/customers', '', { 'Idempotency-Key': 'failed' })
    expect([failed.status, replayed.status]).toEqual([500, 500])
    expect(await replayed.json()).toEqual(await failed.json())
    expect(replayed.headers.get('stripe-should-retry')).toBe('false')

    const malformed = await post('/v1/customers', 'no_such=1', { 'Idempotency-Key': 'malformed' })
    const corrected = await post('/v1/customers', 'name=A', { 'Idempotency-Key': 'malformed' })
    expect([malformed.status, corrected.status]).toEqual([400, 200])
  })

  test('applies a call whose response is dropped and returns its result to the retry', async () => {
    account.faults.push({ service: 'stripe', action: 'customers.create', dropResponse: true })
    const options = { idempotencyKey: 'lost' }
    // The SDK retries by itself when the connection closes.
    const customer = await account.stripe.customers.create({ name: 'A' }, options)
    expect((await account.stripe.customers.list()).data.map(({ id }) => id)).toEqual([customer.id])
  })

  test('rejects unknown parameters and paths by name', async () => {
    const unknown = await post('/v1/customers', 'metadata[a]=1&unknown_field=9')
    expect(unknown.status).toBe(400)
    expect(await unknown.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'parameter_unknown', param: 'unknown_field' },
    })
    const nested = await post('/v1/checkout/sessions', 'mode=payment&line_items[0][amount]=1')
    expect(await nested.json()).toMatchObject({ error: { param: 'line_items[0][amount]' } })
    const path = await post('/v1/quotes', '')
    expect(path.status).toBe(404)
    expect(await path.text()).toContain('POST: /v1/quotes')
  })

  test('rejects missing parameters, unknown objects and invalid keys in Stripe’s format', async () => {
    await expect(account.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    })
    await expect(openCheckout(account, 'monthly', 'cus_none')).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
    const missing = await post('/v1/checkout/sessions', 'success_url=http://site.example')
    expect(await missing.json()).toMatchObject({ error: { code: 'parameter_missing', param: 'mode' } })
    const wrongKey = new Stripe('sk_test_wrong', {
      host: '127.0.0.1',
      port: new URL(account.emulator.url).port,
      protocol: 'http',
    })
    await expect(wrongKey.prices.list()).rejects.toMatchObject({
      statusCode: 401,
      type: 'StripeAuthenticationError',
    })
    const basic = await post('/v1/customers', '', {
      Authorization: `Basic ${btoa(`${account.emulator.secretKey}:`)}`,
    })
    expect(basic.status).toBe(200)
  })

  test('merges and removes metadata within its limits', async () => {
    const { id } = await account.stripe.customers.create({ metadata: { a: '1', b: '2' } })
    const updated = await account.stripe.customers.update(id, { metadata: { b: '', c: '3' } })
    expect(updated.metadata).toEqual({ a: '1', c: '3' })
    await expect(
      account.stripe.customers.update(id, { metadata: { ['k'.repeat(41)]: '1' } }),
    ).rejects.toThrow('40 characters')
    await expect(account.stripe.customers.update(id, { metadata: { k: 'v'.repeat(501) } })).rejects.toThrow(
      '500 characters',
    )
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`k${index}`, '1']))
    await expect(account.stripe.customers.update(id, { metadata: many })).rejects.toThrow('50 metadata keys')
  })

  test('returns lists newest first and pages through them with a cursor', async () => {
    for (const name of ['a', 'b', 'c']) await account.stripe.customers.create({ name })
    const first = await account.stripe.customers.list({ limit: 2 })
    expect(first.data.map(({ name }) => name)).toEqual(['c', 'b'])
    expect(first.has_more).toBe(true)
    const names = (await account.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 10 })).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['c', 'b', 'a'])
  })

  test('lists the charges from one time until before another', async () => {
    const session = await openCheckout(account, 'pass')
    await account.emulator.pay(session.id, 'ok')
    const { created } = (await account.stripe.charges.list()).data[0] ?? { created: 0 }
    const countIn = async (period: { gte: number; lt: number }) =>
      (await account.stripe.charges.list({ created: period })).data.length
    expect(await countIn({ gte: created, lt: created + 1 })).toBe(1)
    expect(await countIn({ gte: created - 9, lt: created })).toBe(0)
    expect(await countIn({ gte: created + 1, lt: created + 9 })).toBe(0)
  })

  test('marks deleted customers, ends their subscriptions and rejects new checkouts', async () => {
    const { id } = await account.stripe.customers.create({ email: 'a@customer.example' })
    const session = await openCheckout(account, 'monthly', id)
    await account.emulator.pay(session.id, 'ok')
    expect(await account.stripe.customers.del(id)).toMatchObject({ id, deleted: true })
    expect(await account.stripe.customers.retrieve(id)).toMatchObject({
      id,
      object: 'customer',
      deleted: true,
    })
    const { data } = await account.stripe.subscriptions.list({ customer: id, status: 'all' })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
    await expect(openCheckout(account, 'monthly', id)).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('reports what was paid outside of Stripe only if that is expanded', async () => {
    const customer = await account.stripe.customers.create({ email: 'payer@example.com' })
    const { invoice } = account.emulator.startSubscription(customer.id, 'monthly')
    const paid = await account.stripe.invoices.pay(String(invoice), { paid_out_of_band: true })
    expect(paid).toMatchObject({ status: 'paid', amount_due: 5000, amount_paid: 5000, amount_remaining: 0 })
    expect(paid).not.toHaveProperty('amount_paid_off_stripe')
    const expand = ['amount_paid_off_stripe']
    expect(await account.stripe.invoices.retrieve(paid.id, { expand })).toMatchObject({
      amount_paid_off_stripe: 5000,
    })
  })

  test('records each call with its action and status', async () => {
    await account.stripe.customers.create()
    await expect(account.stripe.customers.retrieve('cus_none')).rejects.toThrow('No such customer')
    expect(account.calls).toMatchObject([
      { action: 'customers.create', status: 200 },
      { action: 'customers.retrieve', resource: '/v1/customers/cus_none', status: 404 },
    ])
  })
})
