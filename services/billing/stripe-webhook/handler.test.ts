import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { getAccess, verifySubscription } from '../../../shared/contract/billing.ts'
import { call, callOk, callRaw } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { logs } from '../../../test/kit/observe.ts'
import { poll } from '../../../test/kit/poll.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { stored } from '../../../test/kit/stored.ts'
import { stripe } from '../../../test/kit/stripe.ts'
import { openCheckout, payUnheard } from '../../../test/kit/subscribe.ts'
import { keys } from '../../platform/table/keys.ts'
import type { Person } from '../../../test/kit/given.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
})

const isSubscribed = async (as: Person) => (await callOk(getAccess, { as })).isSubscribed

const everything = async ({ userId }: Person) =>
  (await stored(keys.profile(userId).pk)).toSorted((a, b) => String(a['sk']).localeCompare(String(b['sk'])))

test('gives access by itself, with the success page closed', async () => {
  const as = await given.user()
  await stripe.pay(await openCheckout(as))
  await poll('access by webhook', async () => ((await isSubscribed(as)) ? true : undefined))
})

test('gives the same, whether webhook or success page comes first, and welcomes once', async () => {
  const webhookFirst = await given.user()
  const one = await payUnheard(webhookFirst)
  await stripe.release()
  await callOk(verifySubscription, { as: webhookFirst, body: { session_id: one } })

  const pageFirst = await given.user()
  const two = await payUnheard(pageFirst)
  await callOk(verifySubscription, { as: pageFirst, body: { session_id: two } })
  await stripe.release()

  for (const as of [webhookFirst, pageFirst]) {
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true, subscriptionTier: 'monthly' })
    await inbox.waitFor(as.email, /Welcome/)
    expect((await inbox.for(as.email)).filter(({ subject }) => /Welcome/.test(subject))).toHaveLength(1)
  }
})

test('ends in the same state in whatever order and however often events come', async () => {
  const as = await given.user()
  await payUnheard(as)
  const { held } = await stripe.events()
  const ids = held.map(({ id }) => id)
  await stripe.release(ids.toReversed(), 2)
  const state = await everything(as)
  expect(await isSubscribed(as)).toBe(true)
  await stripe.release(ids, 3)
  expect(await everything(as)).toEqual(state)
})

test('lets the webhook and the success page come at once', async () => {
  const as = await given.user()
  const session_id = await payUnheard(as)
  const pages = Array.from({ length: 5 }, () => call(verifySubscription, { as, body: { session_id } }))
  const [replies] = await Promise.all([Promise.all(pages), stripe.release(undefined, 2)])
  for (const reply of replies) expect(reply.body).toEqual({ subscription_activated: true })
  expect((await everything(as)).filter(({ entity }) => entity === 'subscriber')).toHaveLength(1)
})

test('grants nothing for a card that was declined', async () => {
  const as = await given.user()
  expect(await stripe.pay(await openCheckout(as), 'decline')).toMatchObject({ redirect: null })
  expect(await isSubscribed(as)).toBe(false)
})

test('asks Stripe to come back when the table fails, and then gives access', async () => {
  const as = await given.user()
  await payUnheard(as)
  const fault = { service: 'dynamodb', action: 'TransactWriteItems', error: 'InternalServerError' } as const
  const ids = (await stripe.events()).held.map(({ id }) => id)
  await withFaults([fault], () => stripe.release(ids))
  expect(await isSubscribed(as)).toBe(false)
  await stripe.release(ids)
  expect(await isSubscribed(as)).toBe(true)
})

const post = (body: string, signature?: string) =>
  callRaw('/webhooks/stripe', {
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    body,
  })

const forged = (secret: string, at: Date, body: string) => {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

test('refuses what nobody signed, or somebody else did, and counts it for the alarm', async () => {
  const before = (await logs('stripe-webhook')).split('WebhooksRefused').length
  const body = JSON.stringify({ id: 'evt_forged', type: 'customer.subscription.updated' })
  const now = await clock.now()
  for (const signature of [undefined, '', 't=1,v1=potato', forged('whsec_wrong', now, body)])
    expect(await post(body, signature)).toMatchObject(refusal('invalid_signature'))
  // Each count names its metric twice.
  expect((await logs('stripe-webhook')).split('WebhooksRefused').length).toBeGreaterThanOrEqual(before + 8)
})

test('refuses a body that is far too large', async () => {
  expect(await post('x'.repeat(1024 * 1024 + 1), 't=1,v1=x')).toMatchObject(refusal('payload_too_large'))
})
