import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCheckout, openShop, subscribe, type Shop } from '../stripe/testing/harness.ts'
import { createRouter } from './router.ts'
import { stripeRoutes } from './stripe-routes.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const ask = async (method: string, path: string, body?: object) => {
  const route = createRouter(stripeRoutes({ stripe: shop.standIn }))
  const { status, body: answer } = await route({
    method,
    path: `/_local/${path}`,
    query: '',
    headers: {},
    body: Buffer.from(body ? JSON.stringify(body) : ''),
    from: '127.0.0.1:1',
  })
  return { status, answer: JSON.parse(answer.toString()) }
}

test('a payment is made, given back and disputed by name', async () => {
  const { id: session } = await openCheckout(shop, 'pass')
  expect(await ask('POST', 'stripe/pay', { session })).toMatchObject({
    answer: { redirect: expect.stringContaining(session) },
  })
  expect(await ask('POST', 'stripe/refund', { session, amount: 100 })).toMatchObject({
    status: 200,
    answer: { amount: 100, status: 'succeeded' },
  })
  expect(await ask('POST', 'stripe/dispute', { session })).toMatchObject({
    answer: { status: 'needs_response' },
  })
  expect(await ask('POST', 'stripe/dispute', { session, outcome: 'lost' })).toMatchObject({
    answer: { status: 'lost' },
  })
})

test('what the stand-in refuses is a 400 in its own words, and what is malformed says where', async () => {
  expect(await ask('POST', 'stripe/refund', { session: 'cs_none' })).toEqual({
    status: 400,
    answer: { error: { code: 'stripe_refused', message: "No such checkout.session: 'cs_none'" } },
  })
  expect(await ask('POST', 'stripe/refund', { session: 'cs_none', shoe: 9 })).toMatchObject({
    answer: { error: { code: 'validation_failed' } },
  })
})

test('debits are answered, cards changed, subscriptions started and the end of retries set', async () => {
  const { id: session } = await openCheckout(shop, 'pass')
  await ask('POST', 'stripe/pay', { session, card: 'debit' })
  expect((await ask('POST', 'stripe/debit', { session, outcome: 'failed' })).status).toBe(200)
  expect((await shop.stripe.checkout.sessions.retrieve(session)).payment_status).toBe('unpaid')

  const { customer } = await subscribe(shop)
  expect((await ask('POST', `stripe/customers/${customer}/card`, { card: 'decline' })).status).toBe(200)
  expect(
    await ask('POST', `stripe/customers/${customer}/subscriptions`, { lookupKey: 'annual' }),
  ).toMatchObject({ answer: { status: 'incomplete' } })
  expect((await ask('PUT', 'stripe/settings', { afterRetries: 'unpaid' })).status).toBe(200)
  expect((await ask('PUT', 'stripe/settings', { afterRetries: 'forgiven' })).status).toBe(400)
})

test('the signing secret is replaced, and events are held and released', async () => {
  const before = shop.standIn.webhookSecret
  const { answer } = await ask('POST', 'stripe/webhook-secret', { graceSeconds: 60 })
  expect(answer).toMatchObject({ secret: shop.standIn.webhookSecret })
  expect(answer.secret).not.toBe(before)
  await ask('PUT', 'stripe/webhooks', { mode: 'hold' })
  await shop.stripe.customers.create()
  expect((await ask('GET', 'stripe/webhooks')).answer).toMatchObject({ held: [{ state: 'held' }] })
  expect((await ask('POST', 'stripe/release', {})).answer).toMatchObject({ delivered: [{ status: 200 }] })
})
