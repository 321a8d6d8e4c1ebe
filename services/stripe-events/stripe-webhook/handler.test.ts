import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk, callRaw } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { logs } from '#test/kit/observe.ts'
import { poll } from '#test/kit/poll.ts'
import { apiError } from '#test/kit/api-error.ts'
import { stripe } from '#test/kit/stripe.ts'
import { openCheckout, payWithHeldWebhooks } from '#test/kit/subscribe.ts'
import type { TestAccount } from '#test/kit/given.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
})

const isSubscribed = async (as: TestAccount) => (await callOk(getAccess, { as })).isSubscribed

describe('stripe-webhook', () => {
  test('activates a subscription without the success page', async () => {
    const as = await given.user()
    await stripe.pay(await openCheckout(as))
    await poll('access granted by the webhook', async () => ((await isSubscribed(as)) ? true : undefined))
  })

  test('lets Stripe retry when the table fails, and then grants access', async () => {
    const as = await given.user()
    await payWithHeldWebhooks(as)
    const fault = { service: 'dynamodb', action: 'TransactWriteItems', error: 'InternalServerError' } as const
    const ids = (await stripe.events()).held.map(({ id }) => id)
    await withFaults([fault], () => stripe.release(ids))
    expect(await isSubscribed(as)).toBe(false)
    await stripe.release(ids)
    expect(await isSubscribed(as)).toBe(true)
  })

  const post = (body: string, signature?: string) =>
    callRaw(paths.stripeWebhook, {
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
      body,
    })

  const sign = (secret: string, at: Date, body: string) => {
    const t = Math.floor(at.getTime() / 1000)
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
  }

  test('rejects missing and invalid signatures, and counts them for the alarm', async () => {
    const before = (await logs('stripe-webhook')).split('WebhooksRejected').length
    const body = JSON.stringify({ id: 'evt_forged', type: 'customer.subscription.updated' })
    const now = await clock.now()
    for (const signature of [undefined, '', 't=1,v1=potato', sign('whsec_wrong', now, body)])
      expect(await post(body, signature)).toMatchObject(apiError('invalid_signature'))
    // Each metric line contains the metric's name twice.
    const counted = async () => (await logs('stripe-webhook')).split('WebhooksRejected').length
    // The log arrives through a pipe, after the response.
    await expect.poll(counted, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + 8)
  })

  test('rejects a body above the size limit', async () => {
    expect(await post('x'.repeat(1024 * 1024 + 1), 't=1,v1=x')).toMatchObject(apiError('payload_too_large'))
  })
})
