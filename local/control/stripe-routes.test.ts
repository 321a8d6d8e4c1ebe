import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  openCheckout,
  openTestAccount,
  subscribe,
  type TestAccount,
} from '#local/stripe/testing/test-account.ts'
import { createRouter } from './router.ts'
import { stripeRoutes } from './stripe-routes.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
})
afterEach(() => account.close())

const request = async (method: string, path: string, body?: object) => {
  const route = createRouter(stripeRoutes({ stripe: account.emulator }))
  const { status, body: responseBody } = await route({
    method,
    path: `/_local/${path}`,
    query: '',
    headers: {},
    body: Buffer.from(body ? JSON.stringify(body) : ''),
    from: '127.0.0.1:1',
  })
  return { status, body: JSON.parse(responseBody.toString()) }
}

describe('Stripe control routes', () => {
  test('pay, refund and dispute a payment', async () => {
    const { id: session } = await openCheckout(account, 'pass')
    expect(await request('POST', 'stripe/pay', { session })).toMatchObject({
      body: { redirect: expect.stringContaining(session) },
    })
    expect(await request('POST', 'stripe/refund', { session, amount: 100 })).toMatchObject({
      status: 200,
      body: { amount: 100, status: 'succeeded' },
    })
    expect(await request('POST', 'stripe/dispute', { session })).toMatchObject({
      body: { status: 'needs_response' },
    })
    expect(await request('POST', 'stripe/dispute', { session, outcome: 'lost' })).toMatchObject({
      body: { status: 'lost' },
    })
  })

  test('return 400 with the emulator’s message, or with the invalid fields', async () => {
    expect(await request('POST', 'stripe/refund', { session: 'cs_none' })).toEqual({
      status: 400,
      body: { error: { code: 'stripe_error', message: "No such checkout.session: 'cs_none'" } },
    })
    expect(await request('POST', 'stripe/refund', { session: 'cs_none', unknown_field: 9 })).toMatchObject({
      body: { error: { code: 'validation_failed' } },
    })
  })

  test('finish direct debits, change cards, start subscriptions and change settings', async () => {
    const { id: session } = await openCheckout(account, 'pass')
    await request('POST', 'stripe/pay', { session, card: 'debit' })
    expect((await request('POST', 'stripe/debit', { session, outcome: 'failed' })).status).toBe(200)
    expect((await account.stripe.checkout.sessions.retrieve(session)).payment_status).toBe('unpaid')

    const { customer } = await subscribe(account)
    expect((await request('POST', `stripe/customers/${customer}/card`, { card: 'decline' })).status).toBe(200)
    expect(
      await request('POST', `stripe/customers/${customer}/subscriptions`, { lookupKey: 'annual' }),
    ).toMatchObject({ body: { status: 'incomplete' } })
    expect((await request('PUT', 'stripe/settings', { afterRetries: 'unpaid' })).status).toBe(200)
    expect((await request('PUT', 'stripe/settings', { afterRetries: 'forgiven' })).status).toBe(400)
  })

  test('rotate the signing secret, and hold and release events', async () => {
    const before = account.emulator.webhookSecret
    const { body } = await request('POST', 'stripe/webhook-secret', { graceSeconds: 60 })
    expect(body).toMatchObject({ secret: account.emulator.webhookSecret })
    expect(body.secret).not.toBe(before)
    await request('PUT', 'stripe/webhooks', { mode: 'hold' })
    await account.stripe.customers.create()
    expect((await request('GET', 'stripe/webhooks')).body).toMatchObject({ held: [{ state: 'held' }] })
    expect((await request('POST', 'stripe/release', {})).body).toMatchObject({ delivered: [{ status: 200 }] })
  })
})
